#include "bound/from_shares.hpp"

#include "stats/first_where.hpp"

#include "unseen/stats/kl.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

namespace unseen::bound::detail {

namespace {

double rows_of(std::span<const std::uint64_t> differing)
{
    return static_cast<double>(std::accumulate(differing.begin(), differing.end(), std::uint64_t{0}));
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

/// The mean of the shares under Dirichlet weights: its distribution's own mean and standard deviation.
struct WeightedShare {
    std::span<const double> shapes; ///< of the weights of 0, 1, 2 ... members
    double size = 0.0;              ///< the sum of the shapes, more than 0
    double mean = 0.0;
    double sd = 0.0;

    explicit WeightedShare(std::span<const double> shapes) : shapes(shapes)
    {
        double squares = 0.0;
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            size += shapes[i];
            mean += shapes[i] * share(i);
            squares += shapes[i] * share(i) * share(i);
        }
        mean /= size;
        sd = std::sqrt(std::max(squares / size - mean * mean, 0.0) / (size + 1.0));
    }

    double share(std::size_t i) const
    {
        return static_cast<double>(i) / static_cast<double>(shapes.size() - 1);
    }
};

/// P(weighted share > x) by Imhof's (1961) integral over 0 .. infinity, on a grid of the logarithm. The share
/// has a standard deviation above 0.
double tail(const WeightedShare& weighted, double x)
{
    const double unit = 1.0 / (weighted.sd * weighted.size);
    // The integrand is nearly sin(z v) exp(-v^2 / 2) at v units: the grid has 7 points for the shortest wave
    // that matters, and by the integrand's analytic continuation no fewer than 12 for a factor e.
    const double z = std::abs(x - weighted.mean) / weighted.sd;
    const double step = 1.0 / std::max(12.0, 1.2 * z);
    constexpr double from = -36.0; // it rises like v
    constexpr double nothing = 1e-20;
    double sum = 0.0;
    for (std::size_t i = 0;; ++i) {
        const double u = unit * std::exp(from + static_cast<double>(i) * step);
        double angle = 0.0;
        double log_size = 0.0;
        for (std::size_t k = 0; k < weighted.shapes.size(); ++k) {
            const double at = u * (weighted.share(k) - x);
            angle += weighted.shapes[k] * std::atan(at);
            log_size -= 0.5 * weighted.shapes[k] * std::log1p(at * at);
        }
        const double size = std::exp(log_size);
        if (size < nothing) break; // it only falls
        sum += std::sin(angle) * size;
    }
    return 0.5 + sum * step / std::numbers::pi;
}

} // namespace

std::uint64_t total_of(std::span<const std::uint64_t> differing)
{
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < differing.size(); ++i) sum += i * differing[i];
    return sum;
}

double mean_share(std::span<const std::uint64_t> differing)
{
    return static_cast<double>(total_of(differing)) /
           (rows_of(differing) * static_cast<double>(differing.size() - 1));
}

double betting_upper(std::span<const std::uint64_t> differing, Delta delta)
{
    const double rows = rows_of(differing);
    const double wanted = -delta.log();
    const double each = wanted / rows;
    const auto wins = [&](double m) { // the capital against the mean m reaches 1 / delta
        const double q = -std::log1p(-m) <= each
                             ? 0.0
                             : first_where(0.0, m, [&](double x) { return binary_kl(x, m) <= each; });
        const double first = (m - q) / (m * (1.0 - m));
        const double second = std::min(1.7 * first, std::max(0.98 / (1.0 - m), first));
        const double a = log_capital(differing, m, first);
        const double b = log_capital(differing, m, second);
        const double more = std::max(a, b);
        if (std::isinf(more)) return more > 0.0;
        return more + std::log1p(std::exp(std::min(a, b) - more)) - std::numbers::ln2 >= wanted;
    };
    return first_where(mean_share(differing), 1.0, wins);
}

double gaffke_upper(std::span<const std::uint64_t> differing, Delta delta)
{
    std::vector<double> shapes(differing.begin(), differing.end());
    shapes.back() += 1.0;
    const WeightedShare weighted(shapes);
    // Beyond this many standard deviations no distribution has more than delta (Cantelli).
    const double far = std::sqrt(1.0 / delta.value() - 1.0);
    return first_where(mean_share(differing), std::min(weighted.mean + far * weighted.sd, 1.0),
                       [&](double x) { return tail(weighted, x) <= delta.value(); });
}

} // namespace unseen::bound::detail
