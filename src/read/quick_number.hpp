// Private: reads plain decimal numbers while scanning. This is done for every cell of a table, so it must be
// fast.
#pragma once

#include "unseen/base/uint128.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace unseen {

namespace quick {

/// floor(2^shift / 10^k), with exactly 128 bits.
struct Reciprocal {
    uint128 digits = 0;
    int shift = 0;
};

/// The powers of ten that are doubles.
constexpr std::array power_of_ten = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                     1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

constexpr std::size_t most_decimals = 27;

constexpr std::array<Reciprocal, most_decimals + 1> reciprocals = [] {
    std::array<Reciprocal, most_decimals + 1> table{};
    uint128 divisor = 1;
    for (auto& entry : table) {
        uint128 rest = 1;
        entry.digits = divisor == 1 ? 1 : 0;
        if (divisor == 1) rest = 0;
        while (entry.digits >> 127U == 0) { // long division, one binary digit at a time
            rest *= 2;
            entry.digits *= 2;
            if (rest >= divisor) {
                rest -= divisor;
                entry.digits += 1;
            }
            ++entry.shift;
        }
        divisor *= 10;
    }
    return table;
}();

/// digits / 10^decimals, rounded to nearest, for digits > 0. It is a product with the reciprocal, which is
/// too small by less than a unit in its 128th bit (after Lemire 2021, Software: Practice and Experience 51).
/// Returns false, about once in 2^70, if that does not decide the rounding.
inline bool divided(std::uint64_t digits, std::size_t decimals, double& value)
{
    const auto& by = reciprocals[decimals];
    const auto zeros = std::countl_zero(digits);
    const uint128 factor = digits << static_cast<unsigned>(zeros);
    const uint128 low = factor * static_cast<std::uint64_t>(by.digits);
    // The upper 128 bits of the product of 192; the true quotient lies in [product, product + 2[.
    const uint128 product = factor * static_cast<std::uint64_t>(by.digits >> 64U) + (low >> 64U);
    const auto upper = static_cast<std::uint64_t>(product >> 64U);
    const auto lower = static_cast<std::uint64_t>(product);
    const unsigned dropped =
        10 + static_cast<unsigned>(upper >> 63U); // dropped bits of `upper`, besides all the lower ones
    const std::uint64_t rest = upper & ((std::uint64_t{1} << dropped) - 1);
    const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
    if ((rest == half && lower == 0) || (rest == half - 1 && lower == ~std::uint64_t{0})) return false;
    const std::uint64_t kept = (upper >> dropped) + (rest >= half ? 1 : 0);
    const int power = static_cast<int>(dropped) + 128 - by.shift - zeros;
    value =
        static_cast<double>(kept) * std::bit_cast<double>(static_cast<std::uint64_t>(1023 + power) << 52U);
    return true;
}

/// Eight characters, each minus '0', as one number with the first in the lowest byte. Bytes up to 9 are
/// digits.
inline std::uint64_t eight_at(const char* at)
{
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    return word ^ 0x3030303030303030U;
}

/// The number of digits before the first of the eight characters that is not a digit.
inline unsigned leading_digits(std::uint64_t word)
{
    // The highest bit of a byte above 9 is set here or was set. Its carry changes only the bytes after it.
    const std::uint64_t others = ((word + 0x7676767676767676U) | word) & 0x8080808080808080U;
    return others == 0 ? 8 : static_cast<unsigned>(std::countr_zero(others)) / 8;
}

/// The number that eight digits spell: neighbours are combined three times.
inline std::uint64_t number_of_eight(std::uint64_t word)
{
    word = word * 2561 >> 8U;
    word = (word & 0x00FF00FF00FF00FFU) * 6553601 >> 16U;
    return (word & 0x0000FFFF0000FFFFU) * 42949672960001 >> 32U;
}

} // namespace quick

/// Reads [+-]digits[.digits] at `at`, correctly rounded, if it has no leading zeros, at most 19 digits from
/// the first nonzero one on, and at most 27 after the point. So the number loses its spelling
/// (loses_spelling()) only if its size is first_inexact_whole or more. Returns the end of the number, or null
/// for any other text (then parse_number() decides).
///
/// If it succeeds, it equals parse_number() (test QuickNumber.AgreesWithParseNumberWhereverItSucceeds). It is
/// inlined because calls would take a twelfth of the time to read a table.
[[gnu::always_inline]] inline const char* quick_number(const char* at, const char* end, double& value)
{
    static constexpr std::array<std::uint64_t, 9> integer_power_of_ten = {
        1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};
    constexpr std::ptrdiff_t most_digits = 19; // any number of 19 digits fits into 64 bits
    if (at == end) return nullptr;
    // Without branches, because half of the numbers may be negative, which no processor can predict.
    const bool negative = *at == '-';
    at += static_cast<std::ptrdiff_t>(negative) | static_cast<std::ptrdiff_t>(*at == '+');
    const char* const first = at;
    std::uint64_t digits = 0;
    const auto digit = [&] { return static_cast<unsigned>(static_cast<unsigned char>(*at)) - '0'; };
    for (; at < end && digit() <= 9; ++at) digits = 10 * digits + digit();
    std::ptrdiff_t count = at - first;
    if ((count > most_digits) | ((count > 1) & (*first == '0'))) return nullptr;
    std::ptrdiff_t decimals = 0;
    if (at < end && *at == '.') {
        const char* const point = ++at;
        unsigned n = 8;
        for (; n == 8 && end - at >= 8; at += n) {
            const auto word = quick::eight_at(at);
            n = quick::leading_digits(word);
            // Shifted in two steps, because there may be no digit, and a branch on the number of digits could
            // not be predicted.
            digits = integer_power_of_ten[n] * digits +
                     quick::number_of_eight(word << (32 - 4 * n) << (32 - 4 * n));
        }
        for (; n == 8 && at < end && digit() <= 9; ++at) digits = 10 * digits + digit();
        decimals = at - point;
    }
    count += decimals;
    if (count == 0) return nullptr;
    for (const char* p = first; count > most_digits && (*p == '0' || *p == '.'); ++p)
        count -= *p == '0' ? 1 : 0; // leading zeros do not count
    if (count > most_digits) return nullptr;
    const auto power = static_cast<std::size_t>(decimals);
    if (digits >> 53U == 0 &&
        power <
            quick::power_of_ten.size()) // both are exact, so that the quotient is rounded once (Clinger 1990)
        value = static_cast<double>(static_cast<std::int64_t>(digits)) / quick::power_of_ten[power];
    else if (power == 0)
        value = static_cast<double>(digits);
    else if (power > quick::most_decimals || !quick::divided(digits, power, value))
        return nullptr;
    value = std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) ^ static_cast<std::uint64_t>(negative)
                                                                            << 63U);
    return at;
}

} // namespace unseen
