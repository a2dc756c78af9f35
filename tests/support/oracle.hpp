// Reads the tables of tests/oracles: values that another program computed, committed with their source in the
// header lines.
#pragma once

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

} // namespace unseen::test
