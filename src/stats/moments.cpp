#include "unseen/stats/moments.hpp"

#include <cmath>

namespace unseen {

void Moments::add(double x)
{
    sum_.add(x);
    squares_.add_product(x, x);
    ++count_;
}

double Moments::mean() const { return sum_.value() / static_cast<double>(count_); }

double Moments::variance() const
{
    if (count_ < 2) return 0.0;
    const auto n = static_cast<double>(count_);
    // (n Q - S^2) / (n (n - 1)) with S and Q as pairs of doubles, the products again exact: the difference keeps about 100 bits.
    const auto s = sum_.pair();
    const auto q = squares_.pair();
    ExactSum difference;
    difference.add_product(n, q.high);
    difference.add_product(n, q.low);
    difference.add_product(-s.high, s.high);
    difference.add_product(-2.0 * s.high, s.low);
    const double value = difference.value();
    return value > 1e-28 * n * q.high ? value / (n * (n - 1.0)) : 0.0;
}

} // namespace unseen
