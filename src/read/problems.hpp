// Private: collects the problems in a text with their places, and reports them in one message.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// Line and column, both from 1. A column is a character (UTF-8), not a byte; CR, LF and CR LF each end a
/// line.
struct Place {
    std::size_t line = 1;
    std::size_t column = 1;
};

/// The place of byte `offset` in `text`. O(offset), so use it only for messages.
Place place_of(std::string_view text, std::size_t offset);

/// Collects the problems of one text; the message names the first ten. `text` must outlive it.
class Problems {
public:
    /// `first_line` is the number of the first line of `text` in its file.
    Problems(std::string_view text, std::string source, std::size_t first_line = 1)
        : text_(text),
          source_(std::move(source)),
          first_line_(first_line)
    {
    }

    /// Records the problem `what` at `at`, which points into the text.
    void add(const char* at, const std::string& what);
    /// Records the problem `what` in a cell of a file without lines; rows count from 0.
    void add_at_row(std::size_t row, const std::string& column, const std::string& what);
    /// Counts `n` further problems without a text.
    void add_more(std::size_t n) { count_ += n; }
    /// Throws InputError with the recorded problems, if there are any.
    void throw_if_any() const;
    /// Records the problem and throws at once; use it if the text after the problem cannot be interpreted.
    [[noreturn]] void fail(const char* at, const std::string& what);
    /// Throws "SOURCE: what".
    [[noreturn]] void fail(const std::string& what) const;

private:
    std::string_view text_;
    std::string source_;
    std::size_t first_line_;
    std::vector<std::string> messages_;
    std::size_t count_ = 0;
};

/// The text in quotes for a message, shortened if it is long, with control characters replaced.
std::string excerpt(std::string_view text);

} // namespace unseen
