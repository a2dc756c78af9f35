#include "unseen/base/inert.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <cstdio>

namespace unseen {

namespace {

std::string escape(const char* form, unsigned code)
{
    char text[16];
    std::snprintf(text, sizeof text, form, code);
    return text;
}

} // namespace

std::string inert(std::string_view text, std::string_view keep)
{
    std::string out;
    out.reserve(text.size());
    while (true) {
        move_plain(out, text, [](char c) { return c >= ' ' && c <= '~'; });
        if (text.empty()) break;
        const auto [bytes, code] = first_character(text);
        const auto first = text.front();
        const auto length = std::max<std::size_t>(bytes, 1);
        if (bytes == 0)
            out += escape("\\x%02x", static_cast<unsigned char>(first));
        else if (!is_control(code) || keep.find(first) != keep.npos)
            out += text.substr(0, length);
        else if (first == '\n' || first == '\t' || first == '\r')
            out += first == '\n' ? "\\n" : first == '\t' ? "\\t" : "\\r";
        else
            out += escape(code < 0x80 ? "\\x%02x" : "\\u%04x", code);
        text.remove_prefix(length);
    }
    return out;
}

} // namespace unseen
