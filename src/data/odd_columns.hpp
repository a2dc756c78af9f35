// Private: warnings that columns most likely hold something else than what they are taken for.
#pragma once

#include "unseen/base/warning.hpp"
#include "unseen/data/column.hpp"
#include "unseen/data/sparse_rows.hpp"
#include "unseen/data/table.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// The columns of sparse rows as what tells about their values: the cells that are not 0 and, if there are
/// others, one 0. None for a null pointer.
std::vector<Column> distinct_cells(const SparseRows* sparse);

/// Warns of features with one value in all of several rows, or none.
void warn_of_constants(std::span<const Column> features, std::size_t rows, std::vector<Warning>& warnings);

/// The numbers that may stand for missing cells, ascending: -9, -99, 99, -999, 999, -888 ... that are, beside
/// all other numbers, the only ones below 0, or in two cells or more and further from the others than twice
/// their range.
std::vector<double> marks_of_missing(std::span<const double> cells);

/// Warns of numbers that seem to stand for missing cells in features and targets. `known`: the texts of
/// missing cells so far.
void warn_of_marks(std::span<const Column> features, std::span<const Column> targets,
                   const std::vector<std::string>& known, std::vector<Warning>& warnings);

/// Warns of features that hold times, where no column is the time, and returns their names. `dates`: the
/// features that were texts of dates in the file.
std::vector<std::string> warn_of_times(std::span<const Column> features, const SparseRows* sparse,
                                       std::span<const std::string> dates, std::vector<Warning>& warnings);

/// Warns of features that name or number the rows, or hold free text, except `times` and those with odd
/// cells, of which the reader tells.
void warn_of_ids(std::span<const Column> features, const SparseRows* sparse, std::span<const OddCell> odd,
                 std::span<const std::string> times, std::vector<Warning>& warnings);

/// Warns of features whose categories are spelt in two ways.
void warn_of_spellings(std::span<const Column> features, std::vector<Warning>& warnings);

/// Warns of features with the usual names of folds, parts or weights of rows.
void warn_of_names_of_roles(std::span<const Column> features, std::vector<Warning>& warnings);

/// Warns of rows at the end of these columns with a cell such as `Total` that no other row has.
/// `source_row`: the row of each in the file.
void warn_of_summary_rows(std::span<const Column> columns, const std::string& source,
                          std::span<const Row> source_row, std::vector<Warning>& warnings);

/// Warns of features that have ten or more test rows, those from row `first_test` on, none of which lies in
/// the range of the rows before, or has one of their categories.
void warn_of_other_ranges(std::span<const Column> features, std::size_t first_test,
                          std::vector<Warning>& warnings);

} // namespace unseen
