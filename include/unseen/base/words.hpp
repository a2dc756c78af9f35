// Command lines as text: a list of words, and the string that a shell would split into them.
//
// Example:
//
//     const std::vector<std::string> words = {"python3", "my worker.py"};
//     assert(join_words(words) == "python3 'my worker.py'");
//     assert(split_words("python3 'my worker.py'") == words);
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// Splits a command line at blanks as a shell does. Single quotes keep every character; double quotes keep
/// every character except that \" and \\ stand for " and \; a backslash outside quotes keeps the next
/// character. Nothing is expanded: `$`, `*`, `~`, `|` and `>` are ordinary characters. Throws InputError for
/// a quote that is not closed, a backslash at the end, or a NUL byte.
std::vector<std::string> split_words(std::string_view text);

/// The inverse of split_words(), with single quotes where a shell needs them. split_words(join_words(w)) == w
/// for all words without NUL, and join_words(split_words(t)) is the canonical form of t.
std::string join_words(std::span<const std::string> words);

} // namespace unseen
