// Private: texts in other encodings than UTF-8.
#pragma once

#include "unseen/base/error.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace unseen {

/// A text turned out not to be UTF-8.
class OtherEncoding : public InputError {
public:
    using InputError::InputError;
};

/// True if no byte is NUL or above 0x7F. For short texts.
inline bool is_plain_ascii(std::string_view text)
{
    bool plain = true;
    for (const char c : text) plain &= static_cast<signed char>(c) > 0;
    return plain;
}

/// True if the whole text is UTF-8. Texts without bytes from 0x80 on take one fast pass.
bool is_utf8(std::string_view text);

/// Throws OtherEncoding, with the line, unless the text is UTF-8. `first_line`: the number of its first line.
void refuse_other_encoding(std::string_view text, const std::string& source);

/// True if the bytes begin as UTF-16: with its mark, or with a NUL in every other byte.
bool looks_like_utf16(std::string_view bytes);

/// A text that was converted to UTF-8.
struct Decoded {
    std::string text;
    std::string note{}; ///< what was detected, for the user
};

/// Converts bytes in the encoding of this name (as iconv knows it; empty: UTF-16 by its mark, else what the
/// bytes suggest). Throws InputError if the name is unknown, the bytes are not in this encoding, or nothing
/// is suggested.
Decoded decoded(std::string_view bytes, const std::string& source, const std::string& encoding);

/// True if the name is one of UTF-8.
bool names_utf8(std::string encoding);

} // namespace unseen
