#include "base/utf8.hpp"

namespace unseen {

Character first_character(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    if (first < 0x80) return {1, first};
    const std::size_t bytes = first >= 0xF5   ? 0
                              : first >= 0xF0 ? 4
                              : first >= 0xE0 ? 3
                              : first >= 0xC2 ? 2
                                              : 0;
    if (bytes == 0 || text.size() < bytes) return {};
    std::uint32_t code = first & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return {};
        code = code << 6 | (byte(i) & 0x3FU);
    }
    // Invalid: longer than necessary, half of a surrogate pair, or beyond the last character.
    const bool invalid = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000) ||
                         (code >= 0xD800 && code <= 0xDFFF) || code > 0x10FFFF;
    return invalid ? Character{} : Character{bytes, code};
}

bool is_control(std::uint32_t code)
{
    const auto within = [code](std::uint32_t first, std::uint32_t last) {
        return code >= first && code <= last;
    };
    return code < 0x20 || within(0x7F, 0x9F) || code == 0xAD || code == 0x61C || within(0x200B, 0x200F) ||
           within(0x2028, 0x202E) || within(0x2060, 0x206F) || code == 0xFEFF || within(0xFFF9, 0xFFFB) ||
           within(0xE0000, 0xE007F);
}

} // namespace unseen
