#include "compare_tables.hpp"

#include "unseen/base/error.hpp"
#include "unseen/data/reader.hpp"

#include <fstream>
#include <map>
#include <optional>

namespace unseen::cli {

namespace {

/// The line of each row of the table: lines that are not blank, after the header. Where cells span lines this cannot be told, and the
/// rows are counted.
std::vector<std::size_t> lines_of_rows(const std::string& path, std::size_t rows)
{
    std::vector<std::size_t> lines;
    std::ifstream file(path);
    std::size_t number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (line.find_first_not_of(" \t\r") != std::string::npos) lines.push_back(number);
    }
    if (lines.size() == rows + 1)
        lines.erase(lines.begin());
    else {
        lines.clear();
        for (std::size_t i = 0; i < rows; ++i) lines.push_back(i + 2);
    }
    return lines;
}

} // namespace

compare::Results read_results(const std::string& path)
{
    ReadOptions options{.header = true};
    const Table names = read_table(path, options);
    require(names.columns.size() >= 3,
            path + ": " + std::to_string(names.columns.size()) + " columns; expected the data set and at least two learners");
    options.categorical = {names.columns.front().name};
    for (std::size_t j = 1; j < names.columns.size(); ++j) options.numeric.push_back(names.columns[j].name);
    const Table table = read_table(path, options);
    const auto& sets = table.columns.front().coded();
    const auto lines = lines_of_rows(path, table.rows());
    compare::Results results;
    for (const auto& name : options.numeric) results.learners.push_back(name);
    std::map<std::string, std::size_t> seen;
    for (std::size_t i = 0; i < table.rows(); ++i) {
        const std::string where = path + ": line " + std::to_string(lines[i]);
        require(!table.columns.front().missing(i), where + ": the data set has no name");
        const std::string& name = sets.labels.name(static_cast<std::size_t>(sets.codes[i]));
        const auto [first, fresh] = seen.emplace(name, lines[i]);
        require(fresh, path + ": data set '" + name + "' stands on line " + std::to_string(first->second) + " and on line " +
                           std::to_string(lines[i]) + "; expected one row a data set");
        results.data_sets.push_back(name);
        auto& row = results.scores.emplace_back();
        for (std::size_t j = 1; j < table.columns.size(); ++j)
            row.push_back(table.columns[j].missing(i) ? std::nullopt : std::optional(table.columns[j].numeric().values[i]));
    }
    return results;
}

} // namespace unseen::cli
