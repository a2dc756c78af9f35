#include "stats/binomial_exact.hpp"

#include "stats/double_double.hpp"

#include <array>
#include <limits>

namespace unseen::detail {

namespace {

/// ln n!: from the product for small n, else by Stirling's series, whose first omitted term is below 1e-31
/// for n >= 40.
DoubleDouble log_factorial(double n)
{
    if (n < 40.0) {
        DoubleDouble product = 1.0;
        for (double i = 2.0; i <= n; i += 1.0) product = product * i;
        return log(product);
    }
    struct Fraction {
        double numerator;
        double denominator;
    };
    // B_2i / (2i (2i-1)), i = 1, 2, ...
    static constexpr std::array<Fraction, 11> terms = {{{1, 12},
                                                        {-1, 360},
                                                        {1, 1260},
                                                        {-1, 1680},
                                                        {1, 1188},
                                                        {-691, 360360},
                                                        {1, 156},
                                                        {-3617, 122400},
                                                        {43867, 244188},
                                                        {-174611, 125400},
                                                        {77683, 5796}}};
    const DoubleDouble half_log_two_pi(0.91893853320467278, -3.8782941580672414e-17);
    const DoubleDouble r = DoubleDouble(1.0) / n;
    const DoubleDouble s = r * r;
    DoubleDouble series = 0.0;
    for (std::size_t i = terms.size(); i-- > 0;)
        series = series * s + DoubleDouble(terms[i].numerator) / terms[i].denominator;
    return (DoubleDouble(n) + 0.5) * log(n) - n + half_log_two_pi + series * r;
}

/// P(X <= k) / P(X = k) at q, to 1e-25.
DoubleDouble ratio_sum(double k, double j, DoubleDouble q, DoubleDouble c)
{
    const DoubleDouble odds = c / q;
    DoubleDouble term = 1.0;
    DoubleDouble sum = 1.0;
    double up = k;
    double down = j + 1.0;
    while (up > 0.0 && (term.high > 1e-28 * sum.high || up * odds.high > down)) {
        term = term * odds * up / down;
        sum = sum + term;
        up -= 1.0;
        down += 1.0;
    }
    return sum;
}

} // namespace

double binomial_tail_integral(double lambda, double variance, double q)
{
    static constexpr std::array<double, 4> nodes = {0.1834346424956498, 0.5255324099163290,
                                                    0.7966664774136267, 0.9602898564975363};
    static constexpr std::array<double, 4> weights = {0.3626837833783620, 0.3137066458778873,
                                                      0.2223810344533745, 0.1012285362903763};
    constexpr int panels = 16;
    const double v = q * (1.0 - q);
    const double skew = 1.0 - 2.0 * q;
    const double deviation = std::sqrt(variance);
    const double z = lambda / deviation;
    const double r = 1.0 / deviation;
    const auto integrand = [&](double x) { // x = s * deviation
        const double y = x * r;
        const double higher =
            y * (skew / 6.0 +
                 y * ((1.0 - 6.0 * v) / 24.0 +
                      y * (skew * (1.0 - 12.0 * v) / 120.0 + y * (1.0 - 30.0 * v + 120.0 * v * v) / 720.0)));
        return std::exp(-x * (z + x * (0.5 + higher)));
    };
    const double end = std::sqrt(z * z + 80.0) - z; // exp(-40) there
    const double half = end / (2 * panels);
    double sum = 0.0;
    for (int i = 0; i < panels; ++i)
        for (std::size_t n = 0; n < nodes.size(); ++n)
            for (const double side : {-1.0, 1.0})
                sum += weights[n] * integrand(half * (2 * i + 1 + side * nodes[n]));
    return sum * half * r;
}

double round_binomial_limit(std::uint64_t errors, std::uint64_t trials, Delta delta, double start,
                            LimitPart part)
{
    const bool up = part == LimitPart::p_up;
    // Products of 106 bits would underflow here: move outward by more than the error of the start instead.
    if (!(start > 1e-280)) return up ? start * (1.0 + 1e-11) : start * (1.0 - 1e-11);
    if (start >= 1.0) return up ? 1.0 : std::nextafter(1.0, 0.0);
    const auto m = static_cast<double>(trials);
    const auto k = static_cast<double>(errors);
    const double j = m - k;
    const DoubleDouble given = start;
    const DoubleDouble other = DoubleDouble(1.0) - given;
    const DoubleDouble q = up ? given : other;
    const DoubleDouble c = up ? other : given;
    const DoubleDouble log_delta =
        delta.value() >= std::numeric_limits<double>::min() ? log(delta.value()) : delta.log();

    // The start is accurate to 1e-12, so one Newton step leaves an error of at most 1e-24.
    const double variance = (m + 1.0) * q.high * c.high;
    const bool summed = variance < large_variance;
    const auto integral = [&] { // lambda in 106 bits: the digits before the point cancel
        return binomial_tail_integral((DoubleDouble(m) * q + q - k - 1.0).high, variance, q.high);
    };
    const DoubleDouble ratio = summed ? ratio_sum(k, j, q, c) : DoubleDouble(j) * q * integral();
    const DoubleDouble log_choose = log_factorial(m) - log_factorial(k) - log_factorial(j);
    const DoubleDouble f = log_choose + log(q) * k + log(c) * j + log(ratio) - log_delta;
    const double hazard = j * q.high / ratio.high;
    const DoubleDouble step = f * (q.high * c.high / hazard); // of q
    // The integral is accurate to 1e-14; an error of the tail moves the limit by that error / hazard.
    const double margin = summed ? 0.0 : 1e-14 / hazard * q.high * c.high;
    const DoubleDouble limit = up ? given + step + margin : given - step - margin;
    // A limit this close to a double equals it, as for one row, where the limit is delta.
    if (std::abs(limit.low) < 1e-26 * limit.high) return limit.high;
    if (up) return limit.low > 0.0 ? std::nextafter(limit.high, 1.0) : limit.high;
    return limit.low < 0.0 ? std::nextafter(limit.high, 0.0) : limit.high;
}

} // namespace unseen::detail
