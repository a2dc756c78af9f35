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
    std::size_t begin = 0;          ///< where the header or the first row begins, behind Excel's line `sep=;`
    std::vector<std::string> notes; ///< unusual guesses, for the user to see
};

/// The dialect from the options, or else from the first rows. The separator is that of Excel's line `sep=;`,
/// or the one of , ; tab | for which the most rows have the number of cells of the first row (at least two,
/// and no quotes inside unquoted cells); among equals the one with the most cells. If none of them separates
/// anything, blanks do, where they split all rows alike and each row below the first has a number. There is a
/// header unless a cell of the first row is a number. Even then there is one if another cell of it is a text
/// above numbers, or if its numbers are 0, 1, 2 ... (pandas) and its other cells do not occur again in their
/// columns.
CsvDialect csv_dialect(std::string_view text, const ReadOptions& options);

} // namespace unseen
