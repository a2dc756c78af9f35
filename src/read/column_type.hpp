// Private: decides what a column is that holds a text in some cell: numbers, dates, numbers with a few odd
// cells, or categories.
#pragma once

#include "unseen/data/column.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace unseen {

/// What the cells of a column are. At most one of `numbers` and `odd_rows` has something.
struct ColumnType {
    std::optional<NumericColumn> numbers{}; ///< if all other cells are missing
    std::vector<std::string>
        words{};                  ///< usual words for a missing cell, taken for missing unless cells are odd
    std::size_t missing = 0;      ///< the cells with these words
    std::string dress{};          ///< what the numbers wear, in words; empty: nothing
    std::string dressed_cell{};   ///< an example
    std::string undressed_cell{}; ///< the first that is no number, if most cells are dressed numbers
    std::string unit_cell{};      ///< an example, if all are numbers with one unit, which are not read
    std::string date{};           ///< an example of dates, which became numbers; empty: none
    std::vector<std::size_t> odd_rows{}; ///< the first rows with a text among many numbers or dates
    std::string usual = "numbers";       ///< what the other cells are, or "dates"
    std::size_t odd_cells = 0;
    std::size_t number_cells = 0;
};

/// Judges a column by all of its cells. `marks`: whether usual words for missing cells count, because the
/// user names no others. They are missing in a column of numbers or of true and false; in other columns only
/// those that nobody takes for a category, such as `<NA>`. A few texts are odd if there are at least ten
/// numbers for each of them, or ten for a single one, or if one text stands beside many different numbers.
/// `commas_in_cells`: commas do not separate cells, so that 16,9 is a number. `with_units`: numbers may have
/// a unit, the same in all cells, which is left out; it may differ from file to file, so that the user
/// decides. O(cells).
ColumnType column_type(const CodedColumn& coded, char decimal, bool marks, bool commas_in_cells,
                       bool with_units = false);

/// The column as numbers of days since 1970, if all cells but those of `words`, which are missing, are dates
/// of one form (times_of()). The cells keep their spelling, because a role may need names or exact times.
std::optional<NumericColumn> days_of_dates(const CodedColumn& coded,
                                           const std::vector<std::string>& words = {});

/// The column with these labels missing.
CodedColumn without_labels(const CodedColumn& coded, const std::vector<std::string>& labels);

} // namespace unseen
