// Private: finds, converts, reorders and extends columns; the steps of Dataset::make().
#pragma once

#include "unseen/base/digest.hpp"
#include "unseen/data/row_set.hpp"
#include "unseen/data/table.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// A larger weight is refused: sums of products of two weights over all rows must be finite.
constexpr double largest_weight = 1e100;

/// The column of that name, or null.
const Column* find_column(const std::vector<Column>& columns, std::string_view name);
/// The column of that name. Throws InputError, with a column of a similar name or else all names, if it does
/// not exist.
const Column& named_column(const Table& table, const std::string& name);
std::vector<std::string> column_names(const Table& table);
/// The names in `names`: one if the table has a column so called, else several with commas between them. They
/// need not exist.
std::vector<std::string> split_names(const Table& table, const std::string& names);
/// The names of the target columns (Roles::target), at least one. Throws InputError for one that does not
/// exist or is named twice.
std::vector<std::string> named_targets(const Table& table, const std::string& target);

/// True for texts such as "-1,25": digits with one comma between them.
bool has_decimal_comma(const std::string& text);
/// A numeric column as categories, coded as in CellCodes.
CodedColumn coded_from_numbers(const Column& column);
/// True if numbers look like class codes: two values, or integers from 0 to at most 19, or from 1 to at
/// most 20.
bool looks_like_classes(const NumericColumn& numeric);
/// The same for the distinct values of a column.
bool look_like_classes(std::span<const double> distinct);

/// Appends the cells `rows` of `from` to `to`; new labels are appended to the labels of `to`. A number gets
/// the label with its value, however that is spelt ("01" for 1). Throws InputError if `to` is numeric and
/// `from` is not.
void append_cells(Column& to, const Column& from, std::span<const Row> rows, const std::string& source);
void append_missing(Column& to, std::size_t n);
/// The column with row order[i] as row i.
Column reordered(const Column& column, std::span<const Row> order);

/// Adds the name, type, labels and cells of a column.
void add_numbers_to_digest(Hasher& hasher, std::string_view name, std::span<const double> values);
void add_to_digest(Hasher& hasher, const Column& column);

} // namespace unseen
