// Tables of numbers from other programs: lines of words, # begins a comment.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace unseen::test {

/// The lines of tests/oracles/`relative`, split at blanks. A missing or empty file is an error, because it is
/// part of the project.
inline std::vector<std::vector<std::string>> oracle_lines(const std::string& relative)
{
    std::ifstream file(std::filesystem::path(UNSEEN_SOURCE_DIR) / "tests/oracles" / relative);
    std::vector<std::vector<std::string>> lines;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line.substr(0, line.find('#')));
        std::vector<std::string> row;
        for (std::string word; words >> word;) row.push_back(word);
        if (!row.empty()) lines.push_back(row);
    }
    if (lines.empty()) throw std::runtime_error("tests/oracles/" + relative + " is missing or empty");
    return lines;
}

} // namespace unseen::test
