#include "unseen/base/number.hpp"

#include "unseen/base/level.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>

namespace unseen {

namespace {

/// True if a number outside the range of doubles is too small, not too large. The power of ten of its first
/// nonzero digit decides.
bool is_tiny(std::string_view text)
{
    const auto e = std::min(text.find_first_of("eE"), text.size());
    const auto digits = text.substr(0, e);
    const auto point = static_cast<double>(std::min(digits.find('.'), digits.size()));
    const auto first = static_cast<double>(digits.find_first_of("123456789"));
    std::string_view exponent = text.substr(std::min(e + 1, text.size()));
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    std::int64_t power = 0;
    if (std::from_chars(exponent.data(), exponent.data() + exponent.size(), power).ec ==
        std::errc::result_out_of_range)
        return exponent.front() == '-'; // no text has enough digits to make up for such an exponent
    return static_cast<double>(power) + (point - first) < 0.0;
}

} // namespace

std::optional<double> parse_number(std::string_view text)
{
    // std::from_chars does not accept a leading plus.
    if (text.size() > 1 && text.front() == '+' && text[1] != '-' && text[1] != '+') text.remove_prefix(1);
    double number = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (end != text.data() + text.size() || text.empty()) return std::nullopt;
    if (error == std::errc::result_out_of_range) {
        const double magnitude =
            is_tiny(text) ? 0.0 : HUGE_VAL; // std::from_chars does not say in which direction
        return text.front() == '-' ? -magnitude : magnitude;
    }
    if (error != std::errc{} || std::isnan(number)) return std::nullopt;
    return number;
}

std::optional<std::uint64_t> parse_whole(std::string_view text)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::string shortest(double number)
{
    std::array<char, 32> buffer{};
    const auto [end, error] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), number == 0.0 ? 0.0 : number);
    return error == std::errc{} ? std::string(buffer.data(), end) : std::string("?");
}

std::string written_out(double number)
{
    const double size = std::abs(number);
    if (size < 1.0 || size >= 1e15) return shortest(number);
    std::array<char, 32> buffer{};
    const auto [end, error] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::fixed);
    return error == std::errc{} ? std::string(buffer.data(), end) : shortest(number);
}

std::string readable(double number)
{
    const double size = std::abs(number);
    std::array<char, 64> buffer{};
    const bool tiny = size > 0.0 && size < 5e-4;
    const auto format = tiny || size >= 1e9 ? std::chars_format::scientific : std::chars_format::fixed;
    const int precision = tiny || size >= 1e9 ? 2 : size >= 1000.0 ? 1 : size >= 100.0 ? 2 : 4;
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(),
                                            number == 0.0 ? 0.0 : number, format, precision);
    return error == std::errc{} ? std::string(buffer.data(), end) : shortest(number);
}

std::string percent(Level level)
{
    const double decimals = level.outside() < 1e-3 ? 1e13 : 1e2; // 96.15 %, 99.9999 %
    return shortest(std::round(level.value() * 100.0 * decimals) / decimals) + " %";
}

std::string percent_known(Level level)
{
    return shortest(std::floor(level.value() * 1e6 + 1e-6) / 1e4) + " %";
}

} // namespace unseen
