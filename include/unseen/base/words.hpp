// Command lines as text: a list of words and the one string that stands for it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// The words of a command line, split at blanks as a shell does it: '...' keeps everything, "..." everything but \" and \\, a backslash
/// outside of quotes keeps the next character. Nothing is expanded: `$`, `*`, `~`, `|` and `>` are characters like others. Throws
/// InputError for a quote that is not closed, a backslash at the end, or a NUL byte.
std::vector<std::string> split_words(std::string_view text);

/// The inverse of split_words(): words in single quotes where they need it, so that a shell would read the same. split_words(join_words(w))
/// == w for any words without NUL, and join_words(split_words(t)) is the canonical form of t.
std::string join_words(std::span<const std::string> words);

} // namespace unseen
