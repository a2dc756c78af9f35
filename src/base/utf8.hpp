// Private: characters of UTF-8.
#pragma once

#include <cstdint>
#include <string_view>

namespace unseen {

/// A character at the beginning of a text.
struct Character {
    std::size_t bytes = 0;  ///< 0: the text does not begin with valid UTF-8
    std::uint32_t code = 0; ///< its code point
};

/// The first character of a text, which must not be empty.
Character first_character(std::string_view text);

/// True for characters that a terminal or a browser obeys instead of showing them: C0, DEL, C1, the marks of
/// line ends and of the direction of writing, and those without width.
bool is_control(std::uint32_t code);

} // namespace unseen
