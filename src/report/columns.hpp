// Private: texts in the columns of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// The number of columns that a UTF-8 text takes on a terminal: wide characters, such as Chinese ones, take
/// two, combining ones none.
std::size_t columns_of(std::string_view text);

/// The text in lines of at most `width` columns, broken at blanks and, in longer words, after commas; further
/// lines have the indentation of the first. A word that is longer stays whole. 0: one line.
std::vector<std::string> broken(const std::string& text, std::size_t width);

} // namespace unseen
