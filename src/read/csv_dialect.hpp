// What a CSV file does not say about itself: its separator, and whether its first row is a header.
#pragma once

#include "unseen/read/reader.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace unseen {

struct CsvDialect {
    char separator = ',';
    bool header = true;
    std::vector<std::string> notes; ///< what was guessed and is not the usual
};

/// The dialect, from the options where they say, else from the first rows. Of , ; tab | that separator is taken which gives
/// the most of the first rows as many cells as the first one (at least two, and no quotes inside unquoted cells), among
/// equals the one with the most cells. There is a header unless a cell of the first row is a number.
CsvDialect csv_dialect(std::string_view text, const ReadOptions& options);

} // namespace unseen
