// Columns found, converted, reordered and appended to: the steps of which Dataset::make is made.
#pragma once

#include "unseen/base/digest.hpp"
#include "unseen/data/row_set.hpp"
#include "unseen/data/table.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// The column of that name, or null.
const Column* find_column(const std::vector<Column>& columns, std::string_view name);
/// The column of that name; throws InputError with one that resembles it, else with all there are.
const Column& named_column(const Table& table, const std::string& name);
std::vector<std::string> column_names(const Table& table);

/// A numeric column as categories: those of CellCodes.
CodedColumn coded_from_numbers(const Column& column);
/// Whether numbers look like class codes: two values, or at most 20 integers that begin at 0 or 1 (digits, wine, letters).
bool looks_like_classes(const NumericColumn& numeric);
/// The same of the distinct ones among them.
bool look_like_classes(std::span<const double> distinct);

/// Appends the cells of `rows` of `from` to `to`; new labels go to the end of the list. Numbers appended to categories go to
/// the label that spells them, in whatever way. Throws InputError if `to` is numeric and `from` is not.
void append_cells(Column& to, const Column& from, std::span<const Row> rows, const std::string& source);
void append_missing(Column& to, std::size_t n);
/// A column with its rows in another order.
Column reordered(const Column& column, std::span<const Row> order);

/// Adds name, type, labels and cells.
void add_to_digest(Hasher& hasher, const Column& column);

} // namespace unseen
