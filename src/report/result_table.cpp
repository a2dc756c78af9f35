#include "unseen/report/result_table.hpp"

#include "unseen/base/number.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace unseen {

std::string readable(double number)
{
    const double size = std::abs(number);
    std::array<char, 64> buffer{};
    const bool tiny = size > 0.0 && size < 5e-4;
    const auto format = tiny || size >= 1e9 ? std::chars_format::scientific : std::chars_format::fixed;
    const int precision = tiny || size >= 1e9 ? 2 : size >= 1000.0 ? 1 : size >= 100.0 ? 2 : 4;
    const auto [end, error] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, format, precision);
    return error == std::errc{} ? std::string(buffer.data(), end) : shortest(number);
}

Cell::Cell(const Value& value)
    : shown(value ? readable(value.number()) : "-"),
      full(value ? shortest(value.number()) : "")
{
}

} // namespace unseen
