// Times and sizes with a unit, as people write them: `60s`, `5min`, `2GiB`.
//
// Example:
//
//     assert(parse_seconds("1.5min") == 90.0 && !parse_seconds("90"));
//     assert(parse_bytes("2GiB") == 2147483648u && print_bytes(2048) == "2KiB");
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace unseen {

/// The seconds in `60s`, `1.5min`, `2h`, `500ms` or `1d`: a number above 0 and a unit, without a blank
/// between them. std::nullopt for any other text.
std::optional<double> parse_seconds(std::string_view text);
/// The time in seconds, as the shortest text that parse_seconds() reads back: `300s`.
std::string print_seconds(double seconds);

/// The bytes in `2GiB`, `512MiB`, `64KiB`, `1TiB`, `100B` (powers of 1024) or with `kB`, `MB`, `GB`, `TB`
/// (powers of 1000), rounded down. std::nullopt for any other text and unless 1 <= bytes < 2^53.
std::optional<std::uint64_t> parse_bytes(std::string_view text);
/// The size in the largest unit (power of 1024) that gives a whole number: `2GiB`, `1000B`.
std::string print_bytes(std::uint64_t bytes);

} // namespace unseen
