// Private: the one writer of CSV.
#pragma once

#include "unseen/base/write.hpp"

#include <concepts>
#include <string>
#include <string_view>

namespace unseen {

/// The text as a field of CSV. It is quoted, with quotes inside doubled, if it contains a comma, a quote or a
/// line end (RFC 4180).
std::string csv_field(std::string_view text);
/// The text as a quoted field of CSV.
std::string quoted_csv_field(std::string_view text);

/// Writes lines of CSV field by field, and passes them on in pieces.
class CsvWriter {
public:
    explicit CsvWriter(Write write) : write_(std::move(write)) {}

    CsvWriter& text(std::string_view text);
    CsvWriter& number(double number);
    CsvWriter& number(std::integral auto number) { return field(std::to_string(number)); }
    /// Adds fields that are CSV already, with commas between them.
    CsvWriter& field(std::string_view fields);
    void end_line();
    /// Passes on the rest of the text.
    void finish();

private:
    Write write_;
    std::string pending_;
    bool first_ = true;
};

} // namespace unseen
