// Problems found in a text, with their places: all are collected and reported in one message.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// Line and column, both from 1. A column is a character (UTF-8), not a byte; CR, LF and CR LF each end a line.
struct Place {
    std::size_t line = 1;
    std::size_t column = 1;
};

/// Where in `text` the byte `offset` stands. O(offset): only for messages.
Place place_of(std::string_view text, std::size_t offset);

/// Collects problems of one text; the first ten are named. `text` must outlive it.
class Problems {
public:
    /// `first_line`: the number of the text's first line in its file.
    Problems(std::string_view text, std::string source, std::size_t first_line = 1)
        : text_(text),
          source_(std::move(source)),
          first_line_(first_line)
    {
    }

    /// Notes that `what` is wrong at `at`, which points into the text.
    void add(const char* at, const std::string& what);
    /// Notes that `what` is wrong in the cell of a file without lines; `row` counts from 0.
    void add_at_row(std::size_t row, const std::string& column, const std::string& what);
    /// Notes that there were `n` more of which nothing is said.
    void add_more(std::size_t n) { count_ += n; }
    /// Throws InputError with what has been noted, if anything has.
    void throw_if_any() const;
    /// Notes this problem and throws at once, for those after which nothing that follows makes sense.
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

/// The text in quotes for a message, cut if it is long, control characters replaced.
std::string quoted(std::string_view text);

} // namespace unseen
