// Plain decimal numbers, read while scanning: the one step of reading a table that every cell pays for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace unseen {

/// Reads [+-]digits[.digits] at `at` if its value is sure to be rounded correctly by one division: fewer than 2^53 in all
/// digits and at most 22 of them after the point, so that digits and power of ten are both exact doubles (Clinger 1990).
/// Returns where the number ends, or null if the text begins otherwise (then parse_number decides).
///
/// Where it succeeds it equals parse_number: test QuickNumber.AgreesWithParseNumberWhereverItSucceeds.
inline const char* quick_number(const char* at, const char* end, double& value)
{
    static constexpr std::array<double, 23> power_of_ten = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                            1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                            1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    constexpr std::ptrdiff_t most_digits = 19; // of these any number fits 64 bits
    constexpr std::uint64_t most = std::uint64_t{1} << 53U;
    const bool negative = at < end && *at == '-';
    if (negative || (at < end && *at == '+')) ++at;
    const char* const first = at;
    std::uint64_t digits = 0;
    const auto digit = [&] { return static_cast<unsigned>(static_cast<unsigned char>(*at)) - '0'; };
    for (; at < end && digit() <= 9; ++at) digits = 10 * digits + digit();
    std::ptrdiff_t count = at - first;
    std::ptrdiff_t decimals = 0;
    if (at < end && *at == '.') {
        const char* const point = ++at;
        for (; at < end && digit() <= 9; ++at) digits = 10 * digits + digit();
        decimals = at - point;
        count += decimals;
    }
    if (count == 0 || count > most_digits || digits >= most) return nullptr;
    value = static_cast<double>(digits) / power_of_ten[static_cast<std::size_t>(decimals)];
    if (negative) value = -value;
    return at;
}

} // namespace unseen
