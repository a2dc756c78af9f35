#include "read/problems.hpp"

#include "unseen/base/inert.hpp"
#include "unseen/read/reader.hpp"

#include <algorithm>
#include <stdexcept>

namespace unseen {

namespace {

constexpr std::size_t most_messages = 3; ///< each may quote a cell of data
constexpr std::size_t longest_quotation = 40;

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

} // namespace

Place place_of(std::string_view text, std::size_t offset)
{
    Place place;
    for (std::size_t i = 0; i < std::min(offset, text.size()); ++i) {
        const bool line_end =
            text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'));
        if (line_end)
            place = {place.line + 1, 1};
        else if (!continues_character(text[i]))
            ++place.column;
    }
    return place;
}

void Problems::add(const char* at, const std::string& what)
{
    ++count_;
    if (messages_.size() >= most_messages) return;
    const auto place = place_of(text_, static_cast<std::size_t>(at - text_.data()));
    messages_.push_back(source_ + ':' + std::to_string(place.line + first_line_ - 1) + ':' +
                        std::to_string(place.column) + ": " + what);
}

void Problems::add_at_row(std::size_t row, const std::string& column, const std::string& what)
{
    ++count_;
    if (messages_.size() >= most_messages) return;
    messages_.push_back(source_ + ": row " + std::to_string(row + 1) + ", column " + excerpt(column) + ": " +
                        what);
}

void Problems::throw_if_any() const
{
    if (count_ == 0) return;
    std::string all;
    for (const auto& message : messages_) all += (all.empty() ? "" : "\n") + inert(message);
    if (count_ > messages_.size()) all += "\n... and " + std::to_string(count_ - messages_.size()) + " more";
    throw FileFaults(all);
}

void Problems::fail(const char* at, const std::string& what)
{
    // Earlier problems come first, even if this one is then only counted as "more".
    add(at, what);
    throw_if_any();
    throw std::logic_error("Problems::fail: no problem was recorded");
}

void Problems::fail(const std::string& what) const { throw InputError(source_ + ": " + what); }

std::string excerpt(std::string_view text)
{
    auto size = std::min(text.size(), longest_quotation);
    while (size > 0 && size < text.size() && continues_character(text[size])) --size;
    std::string result = "'";
    for (const char c : text.substr(0, size)) result += static_cast<unsigned char>(c) < 0x20U ? ' ' : c;
    return result + (size < text.size() ? "...'" : "'");
}

} // namespace unseen
