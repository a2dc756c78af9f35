#include "compare_tables.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
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

/// The position of each id of `table`.
std::map<std::string, std::size_t> rows_by_id(const Table& table, const std::string& id)
{
    std::map<std::string, std::size_t> rows;
    const auto ids = labels_of(table, id);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const auto [first, fresh] = rows.emplace(ids[i], i);
        require(fresh, table.source + ": the id '" + ids[i] + "' stands in rows " + std::to_string(first->second + 1) + " and " +
                           std::to_string(i + 1));
    }
    return rows;
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

std::vector<std::string> labels_of(const Table& table, const std::string& name)
{
    std::string all;
    for (const auto& column : table.columns) {
        all += (all.empty() ? "" : ", ") + column.name;
        if (column.name != name) continue;
        std::vector<std::string> labels;
        for (std::size_t i = 0; i < column.rows(); ++i) {
            require(!column.missing(i), table.source + ": " + name + ": row " + std::to_string(i + 1) + " has no value");
            labels.push_back(column.is_numeric() ? shortest(column.numeric().values[i])
                                                 : column.coded().labels.name(static_cast<std::size_t>(column.coded().codes[i])));
        }
        return labels;
    }
    throw InputError(table.source + ": there is no column '" + name + "'; expected one of " + all);
}

std::vector<std::size_t> matched_rows(const Table& a, const Table& b, const std::string& id)
{
    require(a.rows() == b.rows(), a.source + " has " + std::to_string(a.rows()) + " rows, " + b.source + " has " +
                                      std::to_string(b.rows()) + "; expected as many, for the same rows");
    std::vector<std::size_t> order(b.rows());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    if (id.empty()) return order;
    rows_by_id(a, id);
    const auto rows = rows_by_id(b, id);
    const auto ids = labels_of(a, id);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto found = rows.find(ids[i]);
        require(found != rows.end(), b.source + ": there is no row with the id '" + ids[i] + "' of " + a.source);
        order[i] = found->second;
    }
    return order;
}

} // namespace unseen::cli
