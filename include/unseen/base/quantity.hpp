// Times and sizes with a unit, as people write them: `60s`, `5min`, `2GiB`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace unseen {

/// Seconds of `60s`, `1.5min`, `2h`, `500ms` or `1d`: a number above 0 and a unit, no blank between them. Nothing for any other text.
std::optional<double> parse_seconds(std::string_view text);
/// The shortest text in seconds: `300s`.
std::string print_seconds(double seconds);

/// Bytes of `2GiB`, `512MiB`, `64KiB`, `1TiB`, `100B` (powers of 1024) or `kB`, `MB`, `GB`, `TB` (powers of 1000): at least 1, less than
/// 2^53, rounded down. Nothing for any other text.
std::optional<std::uint64_t> parse_bytes(std::string_view text);
/// In the largest power of 1024 that gives a whole number: `2GiB`, `1000B`.
std::string print_bytes(std::uint64_t bytes);

} // namespace unseen
