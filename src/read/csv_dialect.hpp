// Private: guesses the separator of a CSV file and whether its first row is a header.
#pragma once

#include "unseen/read/reader.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

struct CsvDialect {
    char separator = ',';
    bool header = true;
    char decimal = '.';    ///< of numbers: the one that was given, or a comma where commas separate no cells
    char comment = '\0';   ///< lines that begin with it are no rows; NUL: there are none
    std::size_t begin = 0; ///< where the header or the first row begins, behind Excel's line `sep=;`, lines
                           ///< that are skipped, and comments
    std::vector<std::string> notes{}; ///< unusual guesses, for the user to see
};

/// Where a text goes on after this number of lines.
std::size_t after_lines(std::string_view text, std::uint64_t lines);

/// The cells of the first rows as texts.
std::vector<std::vector<std::string>> texts_of_rows(std::string_view text, const CsvDialect& dialect,
                                                    std::size_t most_rows);

/// The dialect from the options, or else from the first rows. The separator is that of Excel's line `sep=;`,
/// or the one of , ; tab | for which the most rows have the same number of cells (at least two, and
/// no quotes inside unquoted cells); among equals the one with the most cells. If none of them separates
/// anything, blanks do, where they split all rows alike and each row below the first has a number. Another
/// separator than the comma is preferred where it splits as many rows and the commas in its cells are those
/// of decimals, or blanks follow them. There is a header unless a cell of the first row is a number, is a
/// date, a time of day or a dressed number as those below it are, or each occurs again in its column. Even
/// then there is one if another cell of it is a text above numbers, or if its numbers are 0, 1, 2 ...
/// (pandas) and its other cells do not occur again in their columns. Lines at the beginning that begin with #
/// are comments; the last of them is the header if it has as many cells as the rows and these have none of
/// their own.
CsvDialect csv_dialect(std::string_view text, const ReadOptions& options);

} // namespace unseen
