#include "base/csv_writer.hpp"

#include "unseen/base/number.hpp"

namespace unseen {

std::string csv_field(std::string_view text)
{
    return text.find_first_of(",\"\r\n") == std::string_view::npos ? std::string(text)
                                                                   : quoted_csv_field(text);
}

std::string quoted_csv_field(std::string_view text)
{
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

CsvWriter& CsvWriter::text(std::string_view text) { return field(csv_field(text)); }

CsvWriter& CsvWriter::number(double number) { return field(shortest(number)); }

CsvWriter& CsvWriter::field(std::string_view fields)
{
    if (!first_) pending_ += ',';
    first_ = false;
    pending_ += fields;
    return *this;
}

void CsvWriter::end_line()
{
    constexpr std::size_t most_pending = std::size_t{1} << 16;
    pending_ += '\n';
    first_ = true;
    if (pending_.size() >= most_pending) finish();
}

void CsvWriter::finish()
{
    write_(pending_);
    pending_.clear();
}

} // namespace unseen
