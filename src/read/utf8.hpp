// Private: Unicode code points as UTF-8.
#pragma once

#include <cstdint>
#include <string>

namespace unseen {

/// Appends the code point. Returns false, and appends nothing, if it is not one (beyond U+10FFFF, or half of
/// a surrogate pair).
inline bool add_utf8(std::string& text, std::uint32_t code)
{
    if (code > 0x10FFFFU || (code >= 0xD800U && code < 0xE000U)) return false;
    const auto rest = [&](unsigned shift) { text += static_cast<char>(0x80U | (code >> shift & 0x3FU)); };
    if (code < 0x80U) {
        text += static_cast<char>(code);
    } else if (code < 0x800U) {
        text += static_cast<char>(0xC0U | code >> 6U);
        rest(0);
    } else if (code < 0x10000U) {
        text += static_cast<char>(0xE0U | code >> 12U);
        rest(6);
        rest(0);
    } else {
        text += static_cast<char>(0xF0U | code >> 18U);
        rest(12);
        rest(6);
        rest(0);
    }
    return true;
}

} // namespace unseen
