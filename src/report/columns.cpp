#include "report/columns.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <cwchar>
#include <locale.h>

namespace unseen {

namespace {

bool is_ascii(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// The thread's locale is one of UTF-8 while this lives, if the system has one.
class Utf8Locale {
public:
    Utf8Locale() : locale_(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr))
    {
        if (locale_ != nullptr) before_ = uselocale(locale_);
    }
    ~Utf8Locale()
    {
        if (locale_ == nullptr) return;
        uselocale(before_);
        freelocale(locale_);
    }
    Utf8Locale(const Utf8Locale&) = delete;
    Utf8Locale& operator=(const Utf8Locale&) = delete;

private:
    locale_t locale_;
    locale_t before_ = nullptr;
};

} // namespace

std::size_t columns_of(std::string_view text)
{
    if (is_ascii(text)) return text.size();
    const Utf8Locale locale;
    std::size_t columns = 0;
    while (!text.empty()) {
        const auto c = first_character(text);
        columns +=
            c.bytes == 0 ? 1 : static_cast<std::size_t>(std::max(0, wcwidth(static_cast<wchar_t>(c.code))));
        text.remove_prefix(std::max<std::size_t>(1, c.bytes));
    }
    return columns;
}

std::vector<std::string> broken(const std::string& text, std::size_t width)
{
    if (width == 0 || columns_of(text) <= width) return {text};
    const auto first = std::min(text.find_first_not_of(' '), text.size());
    const std::string indent(first, ' ');
    std::vector<std::string> lines;
    std::string line = indent;
    std::size_t at = first;
    const auto add = [&](const std::string& piece, bool blank) {
        const bool empty = line.size() == indent.size();
        if (!empty && columns_of(line) + (blank ? 1 : 0) + columns_of(piece) > width) {
            lines.push_back(std::move(line));
            line = indent + piece;
        } else {
            line += (blank && !empty ? " " : "") + piece;
        }
    };
    while (at < text.size()) {
        const auto end = std::min(text.find(' ', at), text.size());
        const auto word = text.substr(at, end - at);
        const bool whole = columns_of(indent + word) <= width;
        for (std::size_t from = 0; from < word.size() || from == 0;) {
            const auto comma = whole ? word.npos : word.find(',', from);
            const auto to = comma == word.npos ? word.size() : comma + 1;
            add(word.substr(from, to - from), from == 0);
            from = std::max<std::size_t>(to, 1);
        }
        at = end + 1;
    }
    lines.push_back(std::move(line));
    return lines;
}

} // namespace unseen
