// Numbers as text, the same on every platform and in every locale.
//
// Example:
//
//     assert(parse_number("1e-3") == 0.001 && !parse_number("1,5") && !parse_number("nan"));
//     assert(shortest(0.1) == "0.1");
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace unseen {

/// The number that the whole of `text` spells, correctly rounded: decimal with an optional sign and exponent,
/// or `inf` or `infinity` in any case. std::nullopt for any other text, also for `nan` and for blanks around
/// a number.
std::optional<double> parse_number(std::string_view text);

/// The shortest text that parse_number() reads back as the same double ("0.1", "1e-05", "3"); "0" for -0.
std::string shortest(double number);

/// A number rounded for people: four decimals, fewer for large numbers, scientific notation for tiny ones.
std::string readable(double number);

} // namespace unseen
