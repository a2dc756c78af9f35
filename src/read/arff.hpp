// ARFF, the format of WEKA: a header that declares the attributes, then rows.
#pragma once

#include "unseen/read/reader.hpp"

#include <string>
#include <string_view>

namespace unseen {

/// True if the text looks like ARFF: its first line that is neither blank nor a comment (%) begins with @.
bool looks_like_arff(std::string_view text);

/// Reads an ARFF text, dense and sparse rows; `string` attributes become categories. A comment begins with % at the
/// beginning of a word. Throws InputError, also for what is not supported: date and relational attributes, row weights.
Table parse_arff(std::string_view text, const std::string& source, const ReadOptions& options);

} // namespace unseen
