// Private: whole numbers that are mostly small, as bytes of seven bits each, lowest first. The highest bit of
// a byte says that another follows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace unseen {

/// Adds 1 to 10 bytes.
inline void add_varint(std::string& out, std::uint64_t number)
{
    for (; number >= 128; number >>= 7) out += static_cast<char>(static_cast<unsigned char>(number | 128));
    out += static_cast<char>(number);
}

/// Takes such a number from the front; std::nullopt if there is none.
inline std::optional<std::uint64_t> read_varint(std::string_view& in)
{
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64 && !in.empty(); shift += 7) {
        const auto byte = static_cast<unsigned char>(in.front());
        in.remove_prefix(1);
        number |= static_cast<std::uint64_t>(byte & 127) << shift;
        if (byte < 128) return number;
    }
    return std::nullopt;
}

} // namespace unseen
