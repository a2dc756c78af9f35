// Private: CSV (RFC 4180 and common variants): separators, quotes, missing marks, types found from the cells.
#pragma once

#include "unseen/read/reader.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace unseen {

/// The source of the text, for messages, and how to read it.
struct CsvSource {
    std::string name;
    std::size_t first_line = 1;
    /// The smallest number of bytes that a thread reads at a time, so that they stay in its cache with their
    /// columns.
    std::size_t piece = std::size_t{1} << 20;
    /// Called with each piece that has been read, from one thread at a time. The piece may be read again.
    std::function<void(std::string_view)> done{};
};

/// Reads a CSV text. Cells may be quoted, with separators, line ends and doubled quotes inside; a quoted
/// number is a number, and a quoted missing mark is missing. Blanks around an unquoted cell and blank lines
/// are ignored. A text with quoted cells is read by one thread. Throws InputError.
Table parse_csv(std::string_view text, const CsvSource& source, const ReadOptions& options);

} // namespace unseen
