// CSV (RFC 4180, with the liberties of the field): separators, quotes, missing marks, types told from the cells.
#pragma once

#include "unseen/data/reader.hpp"

#include <string>
#include <string_view>

namespace unseen {

/// Reads a CSV text. Cells may be quoted, with separators, line ends and doubled quotes inside; quotes do not make a number
/// or a missing mark anything else. Blanks around an unquoted cell do not count, blank lines neither. Throws InputError.
Table parse_csv(std::string_view text, const std::string& source, const ReadOptions& options);

} // namespace unseen
