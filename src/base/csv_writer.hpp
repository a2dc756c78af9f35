// Private: the one writer of CSV.
#pragma once

#include "unseen/base/write.hpp"

#include <concepts>
#include <string>
#include <string_view>

namespace unseen {

/// The text as a field of CSV: in quotes, doubled inside, if it holds a comma, a quote or the end of a line (RFC 4180).
std::string csv_field(std::string_view text);
/// The same in quotes in any case.
std::string quoted_csv_field(std::string_view text);

/// Writes lines of CSV field by field, and hands them on in pieces.
class CsvWriter {
public:
    explicit CsvWriter(Write write) : write_(std::move(write)) {}

    CsvWriter& text(std::string_view text);
    CsvWriter& number(double number);
    CsvWriter& number(std::integral auto number) { return field(std::to_string(number)); }
    /// Fields that are CSV already, with commas between them.
    CsvWriter& field(std::string_view fields);
    void end_line();
    /// Hands on what is left.
    void finish();

private:
    Write write_;
    std::string pending_;
    bool first_ = true;
};

} // namespace unseen
