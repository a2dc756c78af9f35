#include "unseen/base/quantity.hpp"

#include "unseen/base/number.hpp"

#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace unseen {

namespace {

using Unit = std::pair<std::string_view, double>;

/// The number times its unit; the unit is the text after the last digit or dot.
std::optional<double> parse_quantity(std::string_view text, std::span<const Unit> units)
{
    const auto end = text.find_last_of("0123456789.");
    if (end == std::string_view::npos) return std::nullopt;
    const auto number = parse_number(text.substr(0, end + 1));
    for (const auto& [name, factor] : units)
        if (number && name == text.substr(end + 1) && *number > 0.0 && std::isfinite(*number * factor))
            return *number * factor;
    return std::nullopt;
}

constexpr std::array<Unit, 5> times = {
    {{"s", 1.0}, {"min", 60.0}, {"h", 3600.0}, {"d", 86400.0}, {"ms", 0.001}}};
constexpr std::array<Unit, 9> sizes = {{{"B", 1.0},
                                        {"KiB", 1024.0},
                                        {"MiB", 1048576.0},
                                        {"GiB", 1073741824.0},
                                        {"TiB", 1099511627776.0},
                                        {"kB", 1e3},
                                        {"MB", 1e6},
                                        {"GB", 1e9},
                                        {"TB", 1e12}}};

} // namespace

std::optional<double> parse_seconds(std::string_view text) { return parse_quantity(text, times); }

std::string print_seconds(double seconds) { return shortest(seconds) + 's'; }

std::optional<std::uint64_t> parse_bytes(std::string_view text)
{
    const auto bytes = parse_quantity(text, sizes);
    if (!bytes || *bytes < 1.0 || *bytes >= 9007199254740992.0) return std::nullopt;
    return static_cast<std::uint64_t>(*bytes);
}

std::string print_bytes(std::uint64_t bytes)
{
    std::size_t unit = 0; // index among the first five, the powers of 1024
    while (unit < 4 && bytes != 0 && bytes % 1024 == 0) {
        bytes /= 1024;
        ++unit;
    }
    return std::to_string(bytes) + std::string(sizes.at(unit).first);
}

} // namespace unseen
