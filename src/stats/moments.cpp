#include "unseen/stats/moments.hpp"

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

void Moments::merge(const Moments& other)
{
    sum_.merge(other.sum_);
    squares_.merge(other.squares_);
    count_ += other.count_;
    square_overflows_ = square_overflows_ || other.square_overflows_;
}

double Moments::mean() const { return sum_.value() / static_cast<double>(count_); }

double Moments::variance() const
{
    if (count_ < 2) return 0.0;
    const auto n = static_cast<double>(count_);
    // (n Q - S^2) / (n (n - 1)) with S and Q as pairs of doubles, the products again exact: the difference keeps about 100 bits.
    auto s = sum_.pair();
    auto q = squares_.pair();
    if (square_overflows_ || std::isinf(q.high)) return std::numeric_limits<double>::infinity();
    if (q.high == 0.0) return 0.0;
    // Scaled by a power of two, Q to about 1, so that no product leaves the range of doubles.
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

} // namespace unseen
