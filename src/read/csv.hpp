// CSV (RFC 4180, with the liberties of the field): separators, quotes, missing marks, types told from the cells.
#pragma once

#include "unseen/read/reader.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace unseen {

/// Where the text comes from, for messages, and how it is to be read.
struct CsvSource {
    std::string name;
    std::size_t first_line = 1;
    std::size_t piece =
        std::size_t{1} << 20; ///< bytes, at least, that a thread reads at a time: they stay in its cache with their columns
    /// Called with each piece that has been read, by one thread at a time; it may be read again.
    std::function<void(std::string_view)> done{};
};

/// Reads a CSV text. Cells may be quoted, with separators, line ends and doubled quotes inside; quotes do not make a number
/// or a missing mark anything else. Blanks around an unquoted cell do not count, blank lines neither. Throws InputError. A text with quoted cells
/// is read by one thread.
Table parse_csv(std::string_view text, const CsvSource& source, const ReadOptions& options);

} // namespace unseen
