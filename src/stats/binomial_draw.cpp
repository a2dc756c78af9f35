#include "unseen/stats/binomial_draw.hpp"

#include <array>
#include <cmath>
#include <numeric>

namespace unseen {

namespace {

/// ln k! minus the main terms of Stirling's formula.
double stirling_rest(double k)
{
    constexpr std::array<double, 10> first = {0.08106146679532726, 0.04134069595540929, 0.02767792568499834,
                                              0.02079067210376509, 0.01664469118982119, 0.01387612882307075,
                                              0.01189670994589177, 0.01041126526197209, 0.009255462182712733,
                                              0.008330563433362871};
    if (k < 10.0) return first[static_cast<std::size_t>(k)];
    const double square = (k + 1.0) * (k + 1.0);
    return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1.0);
}

/// For n p < 10, p <= 1/2: adds up probabilities from 0 errors on until they exceed a uniform number.
std::uint64_t by_inversion(Stream& stream, std::uint64_t n, double p)
{
    const double odds = p / (1.0 - p);
    const double step = (static_cast<double>(n) + 1.0) * odds;
    const double none = std::exp(static_cast<double>(n) * std::log1p(-p));
    for (;;) {
        double u = stream.uniform();
        double probability = none;
        for (std::uint64_t k = 0; k <= n; ++k) {
            if (u < probability) return k;
            u -= probability;
            probability *= step / static_cast<double>(k + 1) - odds;
        }
    }
}

/// For n p >= 10, p <= 1/2: transformed rejection (BTRS, Hoermann 1993).
std::uint64_t by_rejection(Stream& stream, std::uint64_t n, double p)
{
    const auto trials = static_cast<double>(n);
    const double deviation = std::sqrt(trials * p * (1.0 - p));
    const double b = 1.15 + 2.53 * deviation;
    const double a = -0.0873 + 0.0248 * b + 0.01 * p;
    const double c = trials * p + 0.5;
    const double quick = 0.92 - 4.2 / b;
    const double odds = p / (1.0 - p);
    const double alpha = (2.83 + 5.1 / b) * deviation;
    const double mode = std::floor((trials + 1.0) * p);
    for (;;) {
        const double u = stream.uniform() - 0.5;
        double v = stream.uniform();
        const double us = 0.5 - std::abs(u);
        const double k = std::floor((2.0 * a / us + b) * u + c);
        if (!(k >= 0.0 && k <= trials)) continue;
        if (us >= 0.07 && v <= quick) return static_cast<std::uint64_t>(k);
        v = std::log(v * alpha / (a / (us * us) + b));
        const double most = (mode + 0.5) * std::log((mode + 1.0) / (odds * (trials - mode + 1.0))) +
                            (trials + 1.0) * std::log((trials - mode + 1.0) / (trials - k + 1.0)) +
                            (k + 0.5) * std::log(odds * (trials - k + 1.0) / (k + 1.0)) +
                            stirling_rest(mode) + stirling_rest(trials - mode) - stirling_rest(k) -
                            stirling_rest(trials - k);
        if (v <= most) return static_cast<std::uint64_t>(k);
    }
}

} // namespace

std::uint64_t draw_binomial(Stream& stream, std::uint64_t n, double p)
{
    if (n == 0 || !(p > 0.0)) return 0;
    if (!(p < 1.0)) return n;
    if (p > 0.5) return n - draw_binomial(stream, n, 1.0 - p);
    return static_cast<double>(n) * p < 10.0 ? by_inversion(stream, n, p) : by_rejection(stream, n, p);
}

void draw_multinomial(Stream& stream, std::span<const std::uint64_t> counts, std::span<std::uint64_t> drawn)
{
    std::uint64_t left = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    std::uint64_t units = left;
    for (std::size_t u = 0; u < counts.size(); ++u) {
        drawn[u] = 0;
        if (counts[u] == 0) continue;
        drawn[u] = draw_binomial(stream, units, static_cast<double>(counts[u]) / static_cast<double>(left));
        units -= drawn[u];
        left -= counts[u];
    }
}

} // namespace unseen
