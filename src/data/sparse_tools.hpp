// Private: the steps of Dataset::make() for features that are sparse rows.
#pragma once

#include "unseen/base/digest.hpp"
#include "unseen/data/row_set.hpp"
#include "unseen/data/table.hpp"

#include <span>
#include <string>
#include <vector>

namespace unseen {

/// Calls f(column, cells) for each column, with its zeros, in order. O(rows) memory and 12 bytes a cell that
/// is not 0.
template <class F>
void for_each_dense_column(const SparseRows& rows, const F& f)
{
    std::vector<std::size_t> begins(std::size_t{rows.columns} + 1, 0);
    for (const auto column : rows.column) ++begins[column + 1];
    for (std::size_t j = 0; j < rows.columns; ++j) begins[j + 1] += begins[j];
    std::vector<Row> row(rows.column.size());
    std::vector<double> value(rows.column.size());
    auto next = begins;
    for (Row r = 0; r < rows.rows(); ++r)
        for (auto at = rows.begins[r]; at < rows.begins[r + 1]; ++at) {
            const auto to = next[rows.column[at]]++;
            row[to] = r;
            value[to] = rows.value[at];
        }
    std::vector<double> cells(rows.rows(), 0.0);
    for (std::uint32_t j = 0; j < rows.columns; ++j) {
        for (auto at = begins[j]; at < begins[j + 1]; ++at) cells[row[at]] = value[at];
        f(j, std::span<const double>(cells));
        for (auto at = begins[j]; at < begins[j + 1]; ++at) cells[row[at]] = 0.0;
    }
}

/// The number of cells of each column that are not 0.
std::vector<std::uint64_t> nonzero_counts(const SparseRows& rows);

/// Moves these columns, if they are among the sparse rows, before the ordinary columns of the table.
void take_out(Table& table, const std::vector<std::string>& names);

/// The sparse rows of the table as its first columns. Throws InputError if they would take more than
/// most_dense_bytes.
void make_dense(Table& table);
/// Throws InputError if these rows would take more than most_dense_bytes; the message begins with `who` and
/// ends with `advice`.
void require_small(const SparseRows& rows, const std::string& who, const std::string& advice = "");

/// The rows with further numeric columns behind their own.
SparseRows with_columns(const SparseRows& rows, std::span<const Column> further);

/// These rows, in this order.
SparseRows chosen_rows(const SparseRows& all, std::span<const Row> rows);

/// Appends the rows of another table, with columns matched by name. Throws InputError for one that it lacks
/// or that holds categories.
void append_rows(SparseRows& to, const Table& from);

/// The column of that name, ordinary or sparse; a sparse one is expanded into `scratch`. Null if there is
/// none.
const Column* any_column(const Table& table, const std::string& name, Column& scratch);

/// Adds features to a digest: columns or, if `sparse` is not null, sparse rows. The digest does not depend on
/// this form: it is that of columns, or of the cells that are not 0 if columns would take more than
/// most_dense_bytes and are mostly_zeros().
void add_features_to_digest(Hasher& hasher, std::span<const Column> columns, const SparseRows* sparse);

} // namespace unseen
