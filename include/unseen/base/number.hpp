// Numbers as text, the same on every platform and in every locale.
//
// Example:
//
//     assert(parse_number("1e-3") == 0.001 && !parse_number("1,5") && !parse_number("nan"));
//     assert(parse_whole("12") == 12 && !parse_whole("-1") && !parse_whole("1.0"));
//     assert(shortest(0.1) == "0.1");
//     assert(shortest(9e5) == "9e+05" && written_out(9e5) == "900000" && written_out(9.5) == "9.5");
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace unseen {

/// The number that the whole of `text` spells, correctly rounded: decimal with an optional sign and exponent,
/// or `inf` or `infinity` in any case. std::nullopt for any other text, also for `nan` and for blanks around
/// a number.
std::optional<double> parse_number(std::string_view text);

/// The whole number from 0 to 2^64 - 1 that the whole of `text` spells in digits.
std::optional<std::uint64_t> parse_whole(std::string_view text);

/// The shortest text that parse_number() reads back as the same double ("0.1", "1e-05", "3"); "0" for -0.
std::string shortest(double number);

/// The text of shortest() without an exponent where at most 15 digits stand before the point ("900000" for
/// "9e+05"): for counts.
std::string written_out(double number);

/// A number rounded for people: four decimals, fewer for large numbers, scientific notation for tiny ones.
std::string readable(double number);

} // namespace unseen
