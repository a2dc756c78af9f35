// CSV (RFC 4180, with the liberties of the field): separators, quotes, missing marks, types told from the cells.
#pragma once

#include "unseen/read/reader.hpp"

#include "read/csv_dialect.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// What the beginning of a CSV text says about the rest.
struct CsvLayout {
    CsvDialect dialect;
    std::vector<std::string> names;
    std::size_t body = 0; ///< where the rows of data begin
};

/// Reads the header. Throws InputError for an empty text, wrong quotes, a name that occurs twice.
CsvLayout csv_layout(std::string_view text, const std::string& source, const ReadOptions& options);

/// Where the text comes from, for messages, and how it is to be read.
struct CsvSource {
    std::string name;
    std::size_t first_line = 1;
    std::size_t piece =
        std::size_t{1} << 20; ///< bytes, at least, that a thread reads at a time: they stay in its cache with their columns
    /// Called with each piece that has been read, by one thread at a time; it may be read again.
    std::function<void(std::string_view)> done{};
};

/// Reads rows of data, perhaps none. Throws InputError. The table has the notes of the layout.
Table parse_csv_rows(std::string_view text, const CsvSource& source, const CsvLayout& layout, const ReadOptions& options);

/// Where the last row ends that is complete in a text with more to come; 0 if there is none. A line end inside quotes ends no row.
std::size_t complete_rows(std::string_view text, char separator);

/// Reads a CSV text. Cells may be quoted, with separators, line ends and doubled quotes inside; quotes do not make a number
/// or a missing mark anything else. Blanks around an unquoted cell do not count, blank lines neither. Throws InputError. A text with quoted cells
/// is read by one thread.
Table parse_csv(std::string_view text, const CsvSource& source, const ReadOptions& options);

} // namespace unseen
