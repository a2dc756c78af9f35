// CSV (RFC 4180, with the liberties of the field): separators, quotes, missing marks, types told from the cells.
#pragma once

#include "unseen/data/reader.hpp"

#include <string>
#include <string_view>

namespace unseen {

/// Reads a CSV text. Cells may be quoted, with separators, line ends and doubled quotes inside; quotes do not make a number
/// or a missing mark anything else. Blanks around an unquoted cell do not count, blank lines neither. Throws InputError. A thread gets
/// at least `least_piece` bytes; a text with quoted cells is read by one.
Table parse_csv(std::string_view text, const std::string& source, const ReadOptions& options,
                std::size_t least_piece = std::size_t{1} << 20);

} // namespace unseen
