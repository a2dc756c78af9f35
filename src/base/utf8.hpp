// Private: characters of UTF-8.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace unseen {

/// A character at the beginning of a text.
struct Character {
    std::size_t bytes = 0;  ///< 0: the text does not begin with valid UTF-8
    std::uint32_t code = 0; ///< its code point
};

/// The first character of a text, which must not be empty.
Character first_character(std::string_view text);

/// Moves the characters at the beginning of a text for which `plain` is true to the end of `out`: runs of
/// them are copied at once. `plain` is true for ASCII only.
template <class Plain>
void move_plain(std::string& out, std::string_view& text, Plain plain)
{
    const auto end = std::ranges::find_if_not(text, plain);
    const auto count = static_cast<std::size_t>(end - text.begin());
    out += text.substr(0, count);
    text.remove_prefix(count);
}

/// True for characters that a terminal or a browser obeys instead of showing them: C0, DEL, C1, the marks of
/// line ends and of the direction of writing, and those without width.
bool is_control(std::uint32_t code);

} // namespace unseen
