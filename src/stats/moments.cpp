#include "unseen/stats/moments.hpp"

#include "base/number_pair.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace unseen {

void Moments::add(double x)
{
    sum_.add(x);
    ++count_;
    if (std::isfinite(x * x))
        squares_.add_product(x, x);
    else
        square_overflows_ = true;
}

namespace {

/// True if all numbers are 0 or in the range in which a square is the exact sum of two doubles.
bool have_exact_squares(std::span<const double> numbers)
{
    constexpr double infinite = std::numeric_limits<double>::infinity();
    NumberPair largest{};
    NumberPair least{infinite, infinite};
    for (std::size_t i = 0; i < numbers.size(); i += 2) {
        const NumberPair x = magnitudes(pair_at(numbers.data() + i));
        largest = larger(largest, x);
        least = smaller(least, x == 0.0 ? NumberPair{infinite, infinite} : x);
    }
    return largest[0] < 0x1p500 && largest[1] < 0x1p500 && least[0] > 0x1p-480 && least[1] > 0x1p-480;
}

} // namespace

void Moments::add(std::span<const double> values)
{
    constexpr std::size_t block = 512;
    std::array<double, block> products;
    std::array<double, block> errors;
    while (values.size() >= 2) {
        const auto part = values.first(std::min(block, values.size() / 2 * 2));
        values = values.subspan(part.size());
        if (!have_exact_squares(part)) {
            for (const double x : part) add(x);
            continue;
        }
        sum_.add(part);
        // The error of a product is found by splitting (Veltkamp; Dekker 1971), without a fused multiply-add.
        for (std::size_t i = 0; i < part.size(); i += 2) {
            const NumberPair x = pair_at(part.data() + i);
            const NumberPair wide = 0x1.0000002p27 * x;
            const NumberPair high = wide - (wide - x);
            const NumberPair low = x - high;
            const NumberPair product = x * x;
            store_pair(product, products.data() + i);
            store_pair(((high * high - product) + 2.0 * high * low) + low * low, errors.data() + i);
        }
        squares_.add(std::span(products).first(part.size()));
        square_errors_.add(std::span(errors).first(part.size()));
        count_ += part.size();
    }
    for (const double x : values) add(x);
}

void Moments::merge(const Moments& other)
{
    sum_.merge(other.sum_);
    squares_.merge(other.squares_);
    square_errors_.merge(other.square_errors_);
    count_ += other.count_;
    square_overflows_ = square_overflows_ || other.square_overflows_;
}

ExactSum Moments::squares() const
{
    ExactSum all = squares_;
    all.merge(square_errors_);
    return all;
}

double Moments::mean() const { return sum_.value() / static_cast<double>(count_); }

double Moments::variance() const
{
    if (count_ < 2) return 0.0;
    const auto n = static_cast<double>(count_);
    // (n Q - S^2) / (n (n - 1)), where the sum S and the sum of squares Q are pairs of doubles and products are exact: about 100 bits are
    // right.
    auto s = sum_.pair();
    auto q = squares().pair();
    if (square_overflows_ || std::isinf(q.high)) return std::numeric_limits<double>::infinity();
    if (q.high == 0.0) return 0.0;
    // Scaled by a power of two so that Q is about 1 and no product leaves the range of doubles.
    const int power = std::ilogb(q.high) / 2;
    s = {std::ldexp(s.high, -power), std::ldexp(s.low, -power)};
    q = {std::ldexp(q.high, -2 * power), std::ldexp(q.low, -2 * power)};
    ExactSum difference;
    difference.add_product(n, q.high);
    difference.add_product(n, q.low);
    difference.add_product(-s.high, s.high);
    difference.add_product(-2.0 * s.high, s.low);
    const double value = difference.value();
    return value > 1e-28 * n * q.high ? std::ldexp(value / (n * (n - 1.0)), 2 * power) : 0.0;
}

double mean_of(std::span<const double> numbers)
{
    ExactSum sum;
    sum.add(numbers);
    return sum.value() / static_cast<double>(numbers.size());
}

} // namespace unseen
