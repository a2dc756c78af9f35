#include "unseen/compare/results.hpp"

#include "compare/inference.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace unseen::compare {

Comparison bayes_signed_rank(const PairedScores& scores, double rope, std::uint64_t seed, std::uint64_t draws)
{
    require(rope >= 0.0 && std::isfinite(rope), "rope must be a finite number >= 0");
    auto z = differences(scores);
    Comparison result = detail::of_differences("bayes_signed_rank", z);
    result.p_value = result.p_value_one_sided = Value::none(reasons::bayesian);

    // The draws are for the orientation with a positive mean, so that exchanging A and B mirrors the answer
    // exactly.
    const bool mirrored = result.difference.number() < 0.0;
    if (mirrored)
        for (double& d : z) d = -d;
    z.push_back(0.0); // the prior's pseudo-difference
    const auto prior_at = static_cast<std::ptrdiff_t>(z.size()) - 1;
    std::vector<std::ptrdiff_t> order(z.size());
    std::iota(order.begin(), order.end(), std::ptrdiff_t{0});
    std::stable_sort(order.begin(), order.end(), [&](auto i, auto j) {
        return z[static_cast<std::size_t>(i)] < z[static_cast<std::size_t>(j)];
    });
    const auto prior =
        static_cast<std::size_t>(std::find(order.begin(), order.end(), prior_at) - order.begin());
    std::sort(z.begin(), z.end());
    // Sums at the edge, up to rounding, count as within. below[i]: the number of z_j with z_i + z_j < -2
    // rope; above[i]: the first j with a sum above.
    const double edge = 2.0 * rope * (1.0 + 1e-12);
    std::vector<std::size_t> below(z.size());
    std::vector<std::size_t> above(z.size());
    for (std::size_t i = 0; i < z.size(); ++i) {
        below[i] = static_cast<std::size_t>(
            std::partition_point(z.begin(), z.end(), [&](double x) { return z[i] + x < -edge; }) - z.begin());
        above[i] = static_cast<std::size_t>(
            std::partition_point(z.begin(), z.end(), [&](double x) { return z[i] + x <= edge; }) - z.begin());
    }
    std::array<std::uint64_t, 3> largest{}; // left, within, right
    std::vector<double> before(z.size() + 1);
    for (std::uint64_t draw = 0; draw < draws; ++draw) {
        Stream stream(seed, Purpose::posterior, draw);
        for (std::size_t i = 0; i < z.size(); ++i) {
            const double u = 1.0 - stream.uniform(); // in (0, 1]
            double weight = -std::log(u);
            if (i == prior) { // Gamma(1/2) is half the square of a standard normal number
                const double normal = normal_quantile(std::clamp(u, 1e-300, 1.0 - 1e-16));
                weight = 0.5 * normal * normal;
            }
            before[i + 1] = before[i] + weight;
        }
        const double all = before.back();
        double left = 0.0;
        double right = 0.0;
        for (std::size_t i = 0; i < z.size(); ++i) {
            const double weight = before[i + 1] - before[i];
            left += weight * before[below[i]];
            right += weight * (all - before[above[i]]);
        }
        const double within = all * all - left - right;
        ++largest[left > within && left >= right ? 0 : right > within && right > left ? 2 : 1];
    }
    const auto n = static_cast<double>(draws);
    const auto share = [&](std::size_t part) { return static_cast<double>(largest[part]) / n; };
    result.posterior = Posterior{.left = share(mirrored ? 2 : 0),
                                 .rope = share(1),
                                 .right = share(mirrored ? 0 : 2),
                                 .width = rope,
                                 .direction = scores.direction};
    double error = 0.0;
    for (std::size_t part = 0; part < 3; ++part)
        error = std::max(error, std::sqrt(share(part) * (1.0 - share(part)) / n));
    result.figures = {{"draws", n}, {"monte_carlo_error", error}};
    return result;
}

} // namespace unseen::compare
