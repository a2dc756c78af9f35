#include "data/sparse_tools.hpp"

#include "base/listed.hpp"
#include "data/column_tools.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <unordered_map>

namespace unseen {

namespace {

constexpr std::uint32_t nowhere = ~std::uint32_t{0};

/// The rows with each column in its new place, `nowhere` for one that is left out. Places ascend.
SparseRows moved(const SparseRows& rows, std::span<const std::uint32_t> places,
                 std::vector<std::string> names)
{
    SparseRows result{.columns = static_cast<std::uint32_t>(names.size()), .names = std::move(names)};
    for (std::size_t r = 0; r < rows.rows(); ++r) {
        for (auto at = rows.begins[r]; at < rows.begins[r + 1]; ++at)
            if (const auto to = places[rows.column[at]]; to != nowhere) {
                result.column.push_back(to);
                result.value.push_back(rows.value[at]);
            }
        result.begins.push_back(result.column.size());
    }
    return result;
}

/// The place in `to` of each column of `from`. Throws InputError if `from` lacks a column, unless it leaves
/// zeros out.
std::vector<std::uint32_t> places_in(const SparseRows& to, const Table& table)
{
    const auto& from = *table.sparse;
    std::vector<std::uint32_t> places(from.columns, nowhere);
    for (std::uint32_t j = 0; j < to.columns; ++j) {
        const auto found = to.names.empty() && from.names.empty()
                               ? (j < from.columns ? std::optional(j) : std::nullopt)
                               : from.place(to.name(j));
        if (found)
            places[*found] = j;
        else if (!table.leaves_zeros_out)
            throw InputError(table.source + ": no column '" + to.name(j) + "' among its sparse rows");
    }
    return places;
}

/// The cells of columns in rows of `to`.
void append_columns(SparseRows& to, const Table& table)
{
    std::unordered_map<std::string_view, const Column*> of_name;
    for (const auto& column : table.columns) of_name.emplace(column.name, &column);
    std::vector<std::pair<std::uint32_t, const std::vector<double>*>> cells;
    for (std::uint32_t j = 0; j < to.columns; ++j) {
        const auto name = to.name(j);
        const auto found = of_name.find(name);
        if (found == of_name.end() && table.leaves_zeros_out) continue;
        const auto& column = found != of_name.end() ? *found->second : named_column(table, name);
        require(column.is_numeric(), table.source + ": column '" + name +
                                         "' holds categories; expected numbers, as in the main file");
        cells.emplace_back(j, &column.numeric().values);
    }
    for (std::size_t r = 0; r < table.rows(); ++r) {
        for (const auto& [place, values] : cells)
            if ((*values)[r] != 0.0) {
                to.column.push_back(place);
                to.value.push_back((*values)[r]);
            }
        to.begins.push_back(to.column.size());
    }
}

void add_cells(Hasher& hasher, const SparseRows& rows)
{
    for (std::uint32_t j = 0; j < rows.columns; ++j) hasher.add(rows.name(j));
    std::vector<std::int32_t> places;
    hasher.add("sparse rows").add(std::uint64_t{rows.rows()});
    for (std::size_t r = 0; r < rows.rows(); ++r) {
        const auto row = rows.row(r);
        places.assign(row.columns.begin(), row.columns.end());
        hasher.add(std::span<const std::int32_t>(places)).add(row.values);
    }
}

} // namespace

std::vector<std::uint64_t> nonzero_counts(const SparseRows& rows)
{
    std::vector<std::uint64_t> counts(rows.columns, 0);
    for (const auto column : rows.column) ++counts[column];
    return counts;
}

void take_out(Table& table, const std::vector<std::string>& names)
{
    const auto& rows = *table.sparse;
    std::vector<std::uint32_t> out;
    for (const auto& name : names)
        if (const auto place = rows.place(name)) out.push_back(*place);
    if (out.empty()) return;
    std::ranges::sort(out);
    out.erase(std::ranges::unique(out).begin(), out.end());
    std::vector<Column> columns;
    for (const auto place : out) columns.push_back({rows.name(place), rows.dense(place)});
    std::vector<std::uint32_t> places;
    std::vector<std::string> kept;
    for (std::uint32_t j = 0; j < rows.columns; ++j) {
        const bool taken = std::ranges::binary_search(out, j);
        places.push_back(taken ? nowhere : static_cast<std::uint32_t>(kept.size()));
        if (!taken) kept.push_back(rows.name(j));
    }
    table.sparse = std::make_shared<const SparseRows>(moved(rows, places, std::move(kept)));
    table.columns.insert(table.columns.begin(), std::make_move_iterator(columns.begin()),
                         std::make_move_iterator(columns.end()));
}

void require_small(const SparseRows& rows, const std::string& who, const std::string& advice)
{
    const double bytes = dense_bytes(static_cast<double>(rows.rows()), rows.columns);
    require(bytes <= most_dense_bytes, who + " needs dense rows: " + counted(rows.rows(), "row") + " of " +
                                           counted(rows.columns, "feature") + " would take " +
                                           gigabytes(bytes) + ", and sparse rows are made dense up to " +
                                           gigabytes(most_dense_bytes) + advice);
}

void make_dense(Table& table)
{
    require_small(*table.sparse, table.source);
    auto columns = table.sparse->dense();
    columns.insert(columns.end(), std::make_move_iterator(table.columns.begin()),
                   std::make_move_iterator(table.columns.end()));
    table.columns = std::move(columns);
    table.sparse = nullptr;
}

SparseRows with_columns(const SparseRows& rows, std::span<const Column> further)
{
    SparseRows result{.columns = rows.columns + static_cast<std::uint32_t>(further.size())};
    for (std::uint32_t j = 0; j < rows.columns; ++j) result.names.push_back(rows.name(j));
    for (const auto& column : further) result.names.push_back(column.name);
    for (std::size_t r = 0; r < rows.rows(); ++r) {
        const auto row = rows.row(r);
        result.column.insert(result.column.end(), row.columns.begin(), row.columns.end());
        result.value.insert(result.value.end(), row.values.begin(), row.values.end());
        for (std::uint32_t j = 0; j < further.size(); ++j)
            if (const double x = further[j].numeric().values[r]; x != 0.0) {
                result.column.push_back(rows.columns + j);
                result.value.push_back(x);
            }
        result.begins.push_back(result.column.size());
    }
    return result;
}

SparseRows chosen_rows(const SparseRows& all, std::span<const Row> rows)
{
    SparseRows result{.columns = all.columns, .names = all.names};
    for (const Row r : rows) {
        const auto row = all.row(r);
        result.column.insert(result.column.end(), row.columns.begin(), row.columns.end());
        result.value.insert(result.value.end(), row.values.begin(), row.values.end());
        result.begins.push_back(result.column.size());
    }
    return result;
}

void append_rows(SparseRows& to, const Table& from)
{
    if (!from.sparse) return append_columns(to, from);
    const auto& rows = *from.sparse;
    const auto places = places_in(to, from);
    std::vector<std::pair<std::uint32_t, double>> cells;
    for (std::size_t r = 0; r < rows.rows(); ++r) {
        cells.clear();
        for (auto at = rows.begins[r]; at < rows.begins[r + 1]; ++at)
            if (const auto place = places[rows.column[at]]; place != nowhere)
                cells.emplace_back(place, rows.value[at]);
        if (!std::ranges::is_sorted(cells, {}, &std::pair<std::uint32_t, double>::first))
            std::ranges::sort(cells, {}, &std::pair<std::uint32_t, double>::first);
        for (const auto& [place, value] : cells) {
            to.column.push_back(place);
            to.value.push_back(value);
        }
        to.begins.push_back(to.column.size());
    }
}

const Column* any_column(const Table& table, const std::string& name, Column& scratch)
{
    if (const auto* column = find_column(table.columns, name)) return column;
    const auto place = table.sparse ? table.sparse->place(name) : std::nullopt;
    const SparseRows any{.columns = nowhere};
    if (!place && !(table.leaves_zeros_out && any.place(name))) return nullptr;
    scratch = {name,
               place ? table.sparse->dense(*place) : NumericColumn{std::vector<double>(table.rows(), 0.0)}};
    return &scratch;
}

void add_features_to_digest(Hasher& hasher, std::span<const Column> columns, const SparseRows* sparse)
{
    const std::size_t rows = sparse != nullptr ? sparse->rows()
                             : columns.empty() ? 0
                                               : columns.front().rows();
    const std::size_t count = sparse != nullptr ? sparse->columns : columns.size();
    hasher.add(std::uint64_t{count});
    if (dense_bytes(static_cast<double>(rows), static_cast<double>(count)) > most_dense_bytes) {
        if (sparse == nullptr) {
            if (const auto made = sparse_if_mostly_zeros(columns, rows)) return add_cells(hasher, *made);
        } else if (mostly_zeros(static_cast<double>(sparse->value.size()), static_cast<double>(rows),
                                static_cast<double>(count))) {
            return add_cells(hasher, *sparse);
        }
    }
    for (const auto& column : columns) add_to_digest(hasher, column);
    if (sparse == nullptr) return;
    for_each_dense_column(*sparse, [&](std::uint32_t j, std::span<const double> cells) {
        add_numbers_to_digest(hasher, sparse->name(j), cells);
    });
}

} // namespace unseen
