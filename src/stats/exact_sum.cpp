#include "unseen/stats/exact_sum.hpp"

#include "unseen/base/uint128.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace unseen {

namespace {
constexpr std::int64_t base = std::int64_t{1} << 32;
}

void ExactSum::add(double x)
{
    if (!std::isfinite(x)) throw std::logic_error("ExactSum: only finite numbers can be added");
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const auto biased = static_cast<unsigned>((bits >> 52) & 0x7ff);
    std::uint64_t mantissa = bits & ((std::uint64_t{1} << 52) - 1);
    unsigned exponent = 0; // of the unit 2^-1074
    if (biased > 0) {
        mantissa |= std::uint64_t{1} << 52;
        exponent = biased - 1;
    }
    const std::size_t limb = exponent >> 5;
    const uint128 shifted = static_cast<uint128>(mantissa) << (exponent & 31);
    const auto low = static_cast<std::int64_t>(static_cast<std::uint32_t>(shifted));
    const auto middle = static_cast<std::int64_t>(static_cast<std::uint32_t>(shifted >> 32));
    const auto high = static_cast<std::int64_t>(static_cast<std::uint32_t>(shifted >> 64));
    if ((bits >> 63) == 0) {
        limbs_[limb] += low;
        limbs_[limb + 1] += middle;
        limbs_[limb + 2] += high;
    } else {
        limbs_[limb] -= low;
        limbs_[limb + 1] -= middle;
        limbs_[limb + 2] -= high;
    }
    if (++additions_ >= (std::uint64_t{1} << 30)) carry();
}

void ExactSum::add(std::span<const double> values)
{
    // Within a block one integer of 128 bits takes the mantissas whose exponents lie in a window of 64; 2^10 of them stay below 2^127. The
    // window is a guess, that of the block before: if a number lies above it the block is added again, those below it are added one by one.
    constexpr std::size_t block = 1024;
    constexpr std::uint64_t magnitude = ~std::uint64_t{0} >> 1;
    constexpr std::uint64_t fraction = magnitude >> 11;
    while (!values.empty()) {
        const std::uint64_t lowest = lowest_;
        const auto part = values.first(std::min(block, values.size()));
        uint128 sum = 0;
        std::uint64_t negative = 0;
        std::uint64_t most = 0;
        bool all = true;
        for (const double x : part) {
            const auto bits = std::bit_cast<std::uint64_t>(x);
            most = std::max(most, bits & magnitude);
            const std::uint64_t exponent = (bits >> 52) & 0x7ff;
            const bool inside = exponent >= lowest;
            all &= inside || (bits & magnitude) == 0;
            const std::uint64_t mantissa = inside ? (bits & fraction) | (fraction + 1) : 0;
            const auto shift = static_cast<unsigned>(exponent - lowest) & 63;
            const std::uint64_t sign = 0 - (bits >> 63); // all ones for a negative number: -m = ~m + 1
            const std::uint64_t low = (mantissa << shift) ^ sign;
            const std::uint64_t high = ((mantissa >> 1) >> (63 - shift)) ^ sign;
            sum += static_cast<uint128>(high) << 64 | low;
            negative -= sign;
        }
        const std::uint64_t largest = most >> 52;
        if (largest == 0x7ff) throw std::logic_error("ExactSum: only finite numbers can be added");
        const bool far = largest > lowest + 63 || (largest + 40 < lowest + 63 && most > 0);
        if (far) lowest_ = largest > 60 ? static_cast<std::uint32_t>(largest) - 59 : 1;
        // Where most of them lie below, one by one would take longer than once again.
        if (largest > lowest + 63 || (far && largest < lowest + 8 && lowest_ < lowest)) continue;
        sum += negative;
        add_shifted(static_cast<std::uint64_t>(sum >> 64), static_cast<std::uint64_t>(sum), static_cast<unsigned>(lowest - 1));
        if (!all)
            for (const double x : part)
                if (((std::bit_cast<std::uint64_t>(x) >> 52) & 0x7ff) < lowest && x != 0.0) add(x);
        values = values.subspan(part.size());
    }
}

void ExactSum::add_shifted(std::uint64_t high, std::uint64_t low, unsigned power)
{
    const bool minus = (high >> 63) != 0;
    uint128 rest = static_cast<uint128>(high) << 64 | low;
    if (minus) rest = 0 - rest;
    std::size_t limb = power >> 5;
    // The lowest piece fills up the first limb, the others have 32 bits.
    unsigned bits = 32 - (power & 31);
    for (unsigned shift = power & 31; rest != 0; ++limb, bits = 32, shift = 0) {
        const auto piece = static_cast<std::int64_t>(static_cast<std::uint64_t>(rest & ((uint128{1} << bits) - 1)) << shift);
        limbs_[limb] += minus ? -piece : piece;
        rest >>= bits;
    }
    if (++additions_ >= (std::uint64_t{1} << 30)) carry();
}

void ExactSum::add_product(double a, double b)
{
    const double product = a * b;
    add(product);
    add(std::fma(a, b, -product));
}

void ExactSum::merge(const ExactSum& other)
{
    carry();
    const ExactSum normal = other.canonical();
    for (std::size_t i = 0; i < n_limbs; ++i) limbs_[i] += normal.limbs_[i];
    additions_ = 1;
    carry();
}

void ExactSum::carry()
{
    // All limbs but the top one end in [0, 2^32); the top one keeps the sign. The result is canonical.
    for (std::size_t i = 0; i + 1 < n_limbs; ++i) {
        const std::int64_t over = limbs_[i] >> 32;
        limbs_[i] -= over * base;
        limbs_[i + 1] += over;
    }
    additions_ = 0;
}

ExactSum ExactSum::canonical() const
{
    ExactSum copy = *this;
    copy.carry();
    return copy;
}

double ExactSum::value() const
{
    ExactSum sum = canonical();
    const bool negative = sum.limbs_[n_limbs - 1] < 0;
    if (negative) {
        for (auto& limb : sum.limbs_) limb = -limb;
        sum.carry();
    }
    std::size_t top = n_limbs;
    while (top > 0 && sum.limbs_[top - 1] == 0) --top;
    if (top == 0) return 0.0;
    --top;
    // Position of the leading bit, in units of 2^-1074; the top limb may hold more than 32 bits.
    const auto leading_limb = static_cast<std::uint64_t>(sum.limbs_[top]);
    const std::size_t leading = 32 * top + static_cast<std::size_t>(std::bit_width(leading_limb)) - 1;
    const auto bit = [&](std::size_t position) {
        const std::size_t limb = std::min(position / 32, n_limbs - 1);
        const std::size_t offset = position - 32 * limb;
        return offset < 64 ? (static_cast<std::uint64_t>(sum.limbs_[limb]) >> offset) & 1 : 0;
    };
    const std::size_t lowest = leading >= 52 ? leading - 52 : 0; // of the 53 bits kept
    std::uint64_t mantissa = 0;
    for (std::size_t p = leading + 1; p-- > lowest;) mantissa = (mantissa << 1) | bit(p);
    if (lowest > 0 && bit(lowest - 1) != 0) {
        bool sticky = (mantissa & 1) != 0; // a tie goes to even
        for (std::size_t p = 0; p + 1 < lowest && !sticky; ++p) sticky = bit(p) != 0;
        if (sticky) ++mantissa;
    }
    const double magnitude = std::ldexp(static_cast<double>(mantissa), static_cast<int>(lowest) - 1074);
    return negative ? -magnitude : magnitude;
}

ExactSum::Pair ExactSum::pair() const
{
    const double high = value();
    if (!std::isfinite(high)) return {high, 0.0};
    ExactSum rest = *this;
    rest.add(-high);
    return {high, rest.value()};
}

bool operator==(const ExactSum& a, const ExactSum& b) { return a.canonical().limbs_ == b.canonical().limbs_; }

} // namespace unseen
