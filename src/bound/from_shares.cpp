#include "bound/from_shares.hpp"

#include "unseen/stats/kl.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace unseen::bound::detail {

namespace {

/// The x in [low, high] at which `below` turns from true to false, to the last bit.
template <class Below>
double turning_point(double low, double high, const Below& below)
{
    for (;;) {
        const double middle = low + (high - low) / 2.0;
        if (!(middle > low && middle < high)) return low;
        (below(middle) ? low : high) = middle;
    }
}

double rows_of(std::span<const std::uint64_t> differing)
{
    return static_cast<double>(std::accumulate(differing.begin(), differing.end(), std::uint64_t{0}));
}

double mean_of(std::span<const std::uint64_t> differing, double rows)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < differing.size(); ++i)
        sum += static_cast<double>(i) * static_cast<double>(differing[i]);
    return sum / (rows * static_cast<double>(differing.size() - 1));
}

/// ln of the capital that the bet `lambda` makes against the mean m.
double log_capital(std::span<const std::uint64_t> differing, double m, double lambda)
{
    const auto members = static_cast<double>(differing.size() - 1);
    double sum = 0.0;
    for (std::size_t i = 0; i < differing.size(); ++i)
        if (differing[i] > 0)
            sum += static_cast<double>(differing[i]) *
                   std::log1p(std::max(lambda * (m - static_cast<double>(i) / members), -1.0));
    return sum;
}

/// P(sum of weight x share > x) under the Dirichlet weights of `shapes`, whose sum is more than 0.
double dirichlet_tail(std::span<const double> shapes, double x)
{
    const auto members = static_cast<double>(shapes.size() - 1);
    const auto integrand = [&](double u) {
        double angle = 0.0;
        double log_size = 0.0;
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            const double at = u * (static_cast<double>(i) / members - x);
            angle += shapes[i] * std::atan(at);
            log_size -= 0.5 * shapes[i] * std::log1p(at * at);
        }
        return std::pair(std::sin(angle), std::exp(log_size));
    };
    // The integrand rises like u from the left and falls like a power of u, at least the first, to the right.
    constexpr double step = 1.0 / 32;
    double sum = 0.0;
    for (int i = -40 * 32; i <= 60 * 32; ++i) {
        const auto [sine, size] = integrand(std::exp(i * step));
        sum += sine * size;
    }
    return 0.5 + sum * step / std::numbers::pi;
}

} // namespace

double betting_upper(std::span<const std::uint64_t> differing, Delta delta)
{
    const double rows = rows_of(differing);
    const double wanted = -delta.log();
    const double each = wanted / rows;
    const auto loses = [&](double m) { // the capital against the mean m is below 1 / delta
        const double q = -std::log1p(-m) <= each
                             ? 0.0
                             : turning_point(0.0, m, [&](double x) { return binary_kl(x, m) > each; });
        const double first = (m - q) / (m * (1.0 - m));
        const double second = std::min(1.7 * first, std::max(0.98 / (1.0 - m), first));
        const double a = log_capital(differing, m, first);
        const double b = log_capital(differing, m, second);
        const double more = std::max(a, b);
        if (std::isinf(more)) return more < 0.0;
        return more + std::log1p(std::exp(std::min(a, b) - more)) - std::numbers::ln2 < wanted;
    };
    return turning_point(mean_of(differing, rows), 1.0, loses);
}

double gaffke_upper(std::span<const std::uint64_t> differing, Delta delta)
{
    std::vector<double> shapes(differing.begin(), differing.end());
    shapes.back() += 1.0;
    return turning_point(mean_of(differing, rows_of(differing)), 1.0,
                         [&](double x) { return dirichlet_tail(shapes, x) > delta.value(); });
}

} // namespace unseen::bound::detail
