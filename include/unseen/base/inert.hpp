// Foreign texts (labels, names, paths) in a form that cannot act on a terminal.
//
// Example:
//
//     assert(inert("a\x1b[2Jb") == "a\\x1b[2Jb"); // would clear the screen
//     assert(inert("\xff") == "\\xff");            // not valid UTF-8
//     assert(inert("two\nlines") == "two\\nlines");
//     assert(inert("two\nlines", "\n") == "two\nlines");
#pragma once

#include <string>
#include <string_view>

namespace unseen {

/// The text with control characters, marks of the direction of writing and invalid bytes written as \n, \t,
/// \x1b or \u202e. Characters in `keep` stay. The result is valid UTF-8.
std::string inert(std::string_view text, std::string_view keep = "");

} // namespace unseen
