// Reads the tables of tests/oracles: values that another program computed, committed with their source in the
// header lines.
#pragma once

#include "unseen/base/number.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace unseen::test {

/// The lines of tests/oracles/`name`, each cut at blanks; empty lines and lines that begin with '#' are left
/// out. Throws if the table is missing or holds nothing, so that a lost table fails its tests.
inline std::vector<std::vector<std::string>> oracle_table(const std::string& name)
{
    std::ifstream file(std::string(UNSEEN_SOURCE_DIR) + "/tests/oracles/" + name);
    std::vector<std::vector<std::string>> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') continue;
        std::istringstream cells(line);
        auto& row = rows.emplace_back();
        for (std::string cell; cells >> cell;) row.push_back(cell);
    }
    if (rows.empty()) throw std::runtime_error("oracle table '" + name + "' is missing or empty");
    return rows;
}

/// The pieces of a cell between these marks.
inline std::vector<std::string> parts(const std::string& text, char mark)
{
    std::vector<std::string> list;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(mark, begin), text.size());
        list.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return list;
}

inline double number(const std::string& text) { return parse_number(text).value(); }

/// The numbers of a cell, with commas between them; "-": none.
inline std::vector<double> numbers(const std::string& text)
{
    std::vector<double> list;
    if (text == "-") return list;
    for (const auto& part : parts(text, ',')) list.push_back(number(part));
    return list;
}

} // namespace unseen::test
