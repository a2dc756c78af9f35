#include "unseen/stats/exact_sum.hpp"

#include "base/number_pair.hpp"
#include "unseen/base/uint128.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <utility>

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
    unsigned exponent = 0; // the number's last bit has weight 2^(exponent - 1074)
    if (biased > 0) {
        mantissa |= std::uint64_t{1} << 52;
        exponent = biased - 1;
    }
    add_units(mantissa, exponent, (bits >> 63) != 0);
}

void ExactSum::add_units(std::uint64_t count, unsigned power, bool negative)
{
    const std::size_t limb = power >> 5;
    const uint128 shifted = static_cast<uint128>(count) << (power & 31);
    const auto low = static_cast<std::int64_t>(static_cast<std::uint32_t>(shifted));
    const auto middle = static_cast<std::int64_t>(static_cast<std::uint32_t>(shifted >> 32));
    const auto high = static_cast<std::int64_t>(static_cast<std::uint32_t>(shifted >> 64));
    if (!negative) {
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

namespace {

unsigned biased_exponent(double x)
{
    return static_cast<unsigned>((std::bit_cast<std::uint64_t>(x) >> 52) & 0x7ff);
}

/// Two running sums that stay inside one binade. They start in its middle; as long as they do not leave it,
/// every addend is rounded to a multiple of one unit, the last bit of the sums, and the rounding error is a
/// double again (Dekker 1971).
class RunningSums {
public:
    explicit RunningSums(unsigned binade)
        : start_(std::bit_cast<double>(std::uint64_t{binade} << 52 | std::uint64_t{1} << 51)),
          sums_{start_, start_}
    {
    }
    /// Adds x rounded to units; returns the rounding error.
    NumberPair add(NumberPair x)
    {
        const NumberPair before = sums_;
        sums_ += x;
        return x - (sums_ - before);
    }
    /// The number of units added, modulo 2^64; within a binade the bits of a double count units.
    std::uint64_t units() const
    {
        const PairBits grown = bits_of(sums_) - std::bit_cast<std::uint64_t>(start_);
        return grown[0] + grown[1];
    }

private:
    double start_;
    NumberPair sums_;
};

constexpr std::size_t block = 512;
/// The sums' binade lies this many above `top`: each of the four sums gets 2^7 addends below 2^(top + 1), and
/// may move by half of the lower end of its binade.
constexpr unsigned headroom = 9;
/// The binade of the sums of rounding errors lies this many lower. They are 2^7 times at most half a unit,
/// and a unit is 2^-52 of the lower end of its binade.
constexpr unsigned lower = 45;
/// The `top` of the second rounding errors, again at most half a unit, lies this many lower.
constexpr unsigned next_lower = lower + 53 - headroom;
constexpr unsigned least_top =
    64; ///< from here on all binades in use, also the lower ones, hold normal numbers
constexpr unsigned most_top = 2046 - headroom;

/// The sum of a block.
struct BlockSum {
    std::uint64_t units = 0;       ///< modulo 2^64, of 2^(top + headroom - 1) times the least double
    std::uint64_t lower_units = 0; ///< of 2^-45 times that
    double largest =
        0.0; ///< the largest magnitude; if its biased exponent is above `top`, the units are invalid
    bool left = false; ///< some rounding error was not added
};

/// Adds up at most `block` numbers, a multiple of four, whose biased exponents are at most `top`. `left`
/// receives the rest of each number that was not added; it is 0 unless the number is more than 2^36 times
/// smaller than `top` allows. `left` may be the array of the numbers.
BlockSum sum_of_block(std::span<const double> numbers, unsigned top, double* left)
{
    RunningSums sums(top + headroom);
    RunningSums more_sums =
        sums; // used in turns with the first, so that an addition does not wait for the one before
    RunningSums lower_sums(top + headroom - lower);
    RunningSums more_lower_sums = lower_sums;
    NumberPair largest{};
    PairBits any_left{};
    for (std::size_t i = 0; i < numbers.size(); i += 4) {
        const NumberPair x = pair_at(numbers.data() + i);
        const NumberPair y = pair_at(numbers.data() + i + 2);
        const NumberPair x_left = lower_sums.add(sums.add(x));
        const NumberPair y_left = more_lower_sums.add(more_sums.add(y));
        store_pair(x_left, left + i);
        store_pair(y_left, left + i + 2);
        any_left |= bits_of(x_left) | bits_of(y_left);
        largest = larger(largest, larger(magnitudes(x), magnitudes(y)));
    }
    return {.units = sums.units() + more_sums.units(),
            .lower_units = lower_sums.units() + more_lower_sums.units(),
            .largest = std::max(largest[0], largest[1]),
            .left = (any_left[0] | any_left[1]) != 0};
}

} // namespace

void ExactSum::add(std::span<const double> values)
{
    // Sums in bins of units: Demmel & Nguyen 2015, IEEE Transactions on Computers 64. Here the bins are
    // chosen for each block of numbers; those of the block before are tried first.
    std::array<double, block> left;
    while (values.size() >= 4) {
        const auto part = values.first(std::min(block, values.size() / 4 * 4));
        values = values.subspan(part.size());
        unsigned top = top_;
        BlockSum sum = sum_of_block(part, top, left.data());
        const unsigned exponent = biased_exponent(sum.largest);
        if (exponent > most_top) { // or the number is infinite
            for (const double x : part) add(x);
            continue;
        }
        const unsigned better = std::clamp(exponent + 2, least_top, most_top);
        if (exponent > top || (sum.left && better + 8 < top)) top_ = better;
        if (exponent > top) {
            top = top_;
            sum = sum_of_block(part, top, left.data());
        }
        while (true) {
            for (const auto& [units, power] :
                 {std::pair(sum.units, top + headroom - 1), {sum.lower_units, top + headroom - lower - 1}}) {
                const bool negative = units >> 63 != 0;
                add_units(negative ? 0 - units : units, power, negative);
            }
            if (!sum.left) break;
            if (top < least_top + next_lower) { // or the number is NaN
                for (const double x : std::span(left).first(part.size())) add(x);
                break;
            }
            top -= next_lower;
            sum = sum_of_block(std::span(left).first(part.size()), top, left.data());
        }
    }
    for (const double x : values) add(x);
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
    // All limbs except the top one end in [0, 2^32); the top one carries the sign. The result is canonical.
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
    // The position of the leading bit, counted from 2^-1074; the top limb may have more than 32 bits.
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
