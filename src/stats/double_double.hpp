// Private: numbers of 106 bits as an unevaluated sum of two doubles, with the few operations that the last
// step of an inversion needs (Dekker 1971; Hida, Li & Bailey 2001). Relative errors are about 1e-31.
#pragma once

#include <cmath>

namespace unseen::detail {

struct DoubleDouble {
    double high = 0.0;
    double low = 0.0;

    DoubleDouble() = default;
    DoubleDouble(double x) : high(x) {}
    DoubleDouble(double h, double l) : high(h), low(l) {}
};

/// a + b exactly.
inline DoubleDouble exact_sum(double a, double b)
{
    const double s = a + b;
    const double t = s - a;
    return {s, (a - (s - t)) + (b - t)};
}

/// a + b exactly, |a| >= |b| or a = 0.
inline DoubleDouble exact_sum_ordered(double a, double b)
{
    const double s = a + b;
    return {s, b - (s - a)};
}

/// a * b exactly.
inline DoubleDouble exact_product(double a, double b)
{
    const double p = a * b;
    return {p, std::fma(a, b, -p)};
}

inline DoubleDouble operator-(DoubleDouble a) { return {-a.high, -a.low}; }

inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b)
{
    const DoubleDouble s = exact_sum(a.high, b.high);
    const DoubleDouble t = exact_sum(a.low, b.low);
    const DoubleDouble u = exact_sum_ordered(s.high, s.low + t.high);
    return exact_sum_ordered(u.high, u.low + t.low);
}

inline DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + -b; }

inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b)
{
    const DoubleDouble p = exact_product(a.high, b.high);
    return exact_sum_ordered(p.high, p.low + (a.high * b.low + a.low * b.high));
}

inline DoubleDouble operator/(DoubleDouble a, DoubleDouble b)
{
    const double first = a.high / b.high;
    DoubleDouble rest = a - b * first;
    const double second = rest.high / b.high;
    rest = rest - b * second;
    return exact_sum_ordered(first, second) + rest.high / b.high;
}

/// e^x for |x| < 700: x is reduced by a multiple of ln 2 and divided by 512; the Taylor series of the rest is
/// squared nine times.
inline DoubleDouble exp(DoubleDouble x)
{
    const DoubleDouble ln_two(0.693147180559945286, 2.319046813846299558e-17);
    const double n = std::nearbyint(x.high / ln_two.high);
    const DoubleDouble r = (x - ln_two * n) * (1.0 / 512);
    DoubleDouble term = r;
    DoubleDouble sum = r; // e^r - 1, so that the squarings lose nothing
    for (int i = 2; i <= 9; ++i) {
        term = term * r / static_cast<double>(i);
        sum = sum + term;
    }
    for (int i = 0; i < 9; ++i) sum = sum * 2.0 + sum * sum;
    const DoubleDouble y = sum + 1.0;
    return {std::ldexp(y.high, static_cast<int>(n)), std::ldexp(y.low, static_cast<int>(n))};
}

/// Natural logarithm of x > 0: the logarithm of the high part, corrected by a step of second order.
inline DoubleDouble log(DoubleDouble x)
{
    const double first = std::log(x.high);
    const DoubleDouble e = x * exp(-DoubleDouble(first)) - 1.0; // about 1e-16
    return DoubleDouble(first) + (e - e * e * 0.5);
}

} // namespace unseen::detail
