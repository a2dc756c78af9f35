// Features as sparse rows: only the cells that are not 0 are kept.
//
// Example:
//
//     // 1 1:0.5 3:2
//     // 0
//     const SparseRows rows{.columns = 3, .begins = {0, 2, 2}, .column = {0, 2}, .value = {0.5, 2.0}};
//     assert(rows.rows() == 2 && rows.name(2) == "V3" && rows.row(1).columns.empty());
//     assert(rows.dense(2).values == (std::vector<double>{2.0, 0.0}));
#pragma once

#include "unseen/data/column.hpp"
#include "unseen/data/row_set.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// The cells of one row that are not 0.
struct SparseRow {
    std::span<const std::uint32_t> columns; ///< ascending, from 0
    std::span<const double> values;         ///< one for each; NaN is a missing cell
};

/// Numeric features of many rows as compressed sparse rows: 12 bytes per cell that is not 0, and 8 per row.
struct SparseRows {
    std::uint32_t columns = 0;
    std::vector<std::size_t> begins{
        0}; ///< where each row begins in `column` and `value`, and last their size
    std::vector<std::uint32_t> column{};
    std::vector<double> value{};
    std::vector<std::string> names{}; ///< of the columns; empty: V1, V2 ...

    std::size_t rows() const { return begins.size() - 1; }
    SparseRow row(std::size_t r) const
    {
        return {.columns = std::span(column).subspan(begins[r], begins[r + 1] - begins[r]),
                .values = std::span(value).subspan(begins[r], begins[r + 1] - begins[r])};
    }
    std::string name(std::uint32_t place) const
    {
        return names.empty() ? 'V' + std::to_string(place + 1) : names[place];
    }
    /// The column of that name. O(1) without `names`, else O(columns).
    std::optional<std::uint32_t> place(std::string_view name) const;
    /// A column with its zeros. O(rows).
    NumericColumn dense(std::uint32_t place) const;
    /// All columns with their zeros and names. O(rows x columns).
    std::vector<Column> dense() const;
};

/// The memory that numbers take as dense columns, in bytes. Each column also counts for its name and vector.
double dense_bytes(double rows, double columns);

/// The most bytes for which sparse rows are made dense, for learners that need it.
inline constexpr double most_dense_bytes = 0x1p30;

/// "745.1 GB"
std::string gigabytes(double bytes);

/// True if less than a tenth of the rows x columns cells is not 0. It decides what gets special treatment, so
/// that sparse rows and dense columns with the same content are treated alike.
bool mostly_zeros(double nonzero, double rows, double columns);

/// True if the rows of a file are kept sparse, because they are mostly zeros and would take over 64 MB as
/// dense columns. This rule changes speed and memory, but no answer.
bool keep_sparse(const SparseRows& rows);

/// The numeric columns as sparse rows, or nothing if a column holds categories or their first `judged` rows
/// are not mostly_zeros(). O(cells).
std::optional<SparseRows> sparse_if_mostly_zeros(std::span<const Column> columns, std::size_t judged);

} // namespace unseen
