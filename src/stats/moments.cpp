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
    if (const double cube = x * x * x; std::isfinite(cube))
        cubes_.add(cube);
    else
        has_cubes_ = false;
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

/// How many of the numbers are 1, if all others are 0.
std::optional<double> ones_among_zeros(std::span<const double> numbers)
{
    NumberPair ones{};
    for (std::size_t i = 0; i < numbers.size(); i += 2) {
        const NumberPair x = pair_at(numbers.data() + i);
        const PairBits others = bits_of((x != 0.0) & (x != 1.0));
        if ((others[0] | others[1]) != 0) return std::nullopt;
        ones += x;
    }
    return ones[0] + ones[1];
}

} // namespace

void Moments::add(std::span<const double> values)
{
    constexpr std::size_t block = 512;
    std::array<double, block> products;
    std::array<double, block> errors;
    std::array<double, block> cubes;
    while (values.size() >= 2) {
        const auto part = values.first(std::min(block, values.size() / 2 * 2));
        values = values.subspan(part.size());
        if (const auto ones =
                ones_among_zeros(part)) { // right and wrong rows: so common that it is worth less work
            for (auto* sum : {&sum_, &squares_, &cubes_}) sum->add(*ones);
            count_ += part.size();
            continue;
        }
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
        NumberPair largest{};
        for (std::size_t i = 0; i < part.size(); i += 2) {
            const NumberPair cube = pair_at(products.data() + i) * pair_at(part.data() + i);
            largest = larger(largest, magnitudes(cube));
            store_pair(cube, cubes.data() + i);
        }
        if (std::isfinite(largest[0]) && std::isfinite(largest[1]))
            cubes_.add(std::span(cubes).first(part.size()));
        else
            has_cubes_ = false;
        count_ += part.size();
    }
    for (const double x : values) add(x);
}

void Moments::merge(const Moments& other)
{
    sum_.merge(other.sum_);
    squares_.merge(other.squares_);
    square_errors_.merge(other.square_errors_);
    cubes_.merge(other.cubes_);
    count_ += other.count_;
    square_overflows_ = square_overflows_ || other.square_overflows_;
    has_cubes_ = has_cubes_ && other.has_cubes_;
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
    // (n Q - S^2) / (n (n - 1)), where the sum S and the sum of squares Q are pairs of doubles and products
    // are exact: about 100 bits are right.
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

std::optional<double> Moments::skewness() const
{
    if (!has_cubes_ || !(variance() > 0.0)) return std::nullopt;
    const auto n = static_cast<double>(count_);
    // In standard deviations, so that no product leaves the range of doubles.
    const double deviation = std::sqrt(variance() * ((n - 1.0) / n));
    const double m = mean() / deviation;
    if (!(std::abs(m) <= 32.0)) return std::nullopt;
    const double square = squares().value() / n / deviation / deviation;
    const double cube = cubes_.value() / n / deviation / deviation / deviation;
    const double skewness = cube - m * (3.0 * square - 2.0 * m * m);
    return std::isfinite(skewness) ? std::optional(skewness) : std::nullopt;
}

double mean_of(std::span<const double> numbers)
{
    ExactSum sum;
    sum.add(numbers);
    const auto n = static_cast<double>(numbers.size());
    if (std::isfinite(sum.value())) return sum.value() / n;
    double mean = 0.0; // of numbers whose sum no double holds
    for (const double x : numbers) mean += x / n;
    return mean;
}

} // namespace unseen
