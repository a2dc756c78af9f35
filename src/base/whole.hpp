// Private: whole numbers as text.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace unseen {

/// The whole number from 0 to 2^64 - 1 that the whole of `text` spells in digits.
inline std::optional<std::uint64_t> parse_whole(std::string_view text)
{
    std::uint64_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(n) : std::nullopt;
}

} // namespace unseen
