#include "unseen/estimate/crossing.hpp"

#include "unseen/stats/distributions.hpp"
#include "unseen/stats/moments.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace unseen {

namespace {

/// The differences by size: means and covariances of neighbours.
struct Differences {
    std::vector<double> mean{};
    std::vector<double> variance{};
    std::vector<double> with_next{}; ///< covariance with the next size
    double factor = 0.0; ///< t^2 (1 / trials + ratio): the factor from a variance to a squared half width
};

Differences differences_of(std::size_t sizes, std::span<const std::vector<double>> trials, double ratio,
                           Level level)
{
    const auto n = static_cast<double>(trials.size());
    const double t = student_t_quantile(tail(level), n - 1.0);
    Differences all{.factor = t * t * (1.0 / n + ratio)};
    for (std::size_t j = 0; j < sizes; ++j) {
        Moments own, sums;
        double largest = 0.0;
        for (const auto& trial : trials) {
            own.add(trial[j]);
            largest = std::max(largest, std::abs(trial[j]));
            if (j > 0) sums.add(trial[j - 1] + trial[j]);
        }
        // Differences of fractions are rounded, so equal figures need not have a sum of 0.
        all.mean.push_back(std::abs(own.mean()) > 1e-12 * largest ? own.mean() : 0.0);
        all.variance.push_back(own.variance());
        if (j > 0) all.with_next.push_back((sums.variance() - all.variance[j - 1] - all.variance[j]) / 2.0);
    }
    return all;
}

/// The share of the way from size `from` to its neighbour `to` at which equality begins to be rejected. At
/// the share `begin` it is not rejected; none if it is not rejected anywhere after that. mean^2 - factor
/// variance is a quadratic function of the share, and this is where it becomes positive.
std::optional<double> last_equal(const Differences& d, std::size_t from, std::size_t to, double begin)
{
    const double covariance = d.with_next[std::min(from, to)];
    const double step = d.mean[to] - d.mean[from];
    const double a = step * step - d.factor * (d.variance[from] - 2.0 * covariance + d.variance[to]);
    const double b = 2.0 * d.mean[from] * step - 2.0 * d.factor * (covariance - d.variance[from]);
    const double c = d.mean[from] * d.mean[from] - d.factor * d.variance[from];
    if (begin == 0.0 && c > 0.0) return 0.0;
    const double discriminant = b * b - 4.0 * a * c;
    if (!(discriminant >= 0.0)) return std::nullopt;
    const double root = std::sqrt(discriminant);
    const double share = b > 0.0 ? -2.0 * c / (b + root) : (root - b) / (2.0 * a);
    return share >= begin && share <= 1.0 ? std::optional(share) : std::nullopt;
}

} // namespace

std::vector<Crossing> crossings(std::span<const double> sizes,
                                std::span<const std::vector<double>> differences, double test_train_ratio,
                                Level level)
{
    std::vector<Crossing> found;
    if (differences.size() < 2) return found;
    const auto d = differences_of(sizes.size(), differences, test_train_ratio, level);
    const auto place = [&](std::size_t from, std::size_t to, double share) {
        return sizes[from] * std::pow(sizes[to] / sizes[from], share);
    };
    std::size_t before = 0; // the last size with a difference
    for (std::size_t j = 1; j < sizes.size(); ++j) {
        if (d.mean[j] == 0.0) continue;
        const bool crosses = d.mean[before] * d.mean[j] < 0.0;
        const auto left = std::exchange(before, j);
        if (!crosses) continue;
        // The curves are equal at this share of the way from the previous size; if there are sizes without a
        // difference, half way between the first and the last of these.
        const bool between = left + 1 == j;
        const double share = between ? d.mean[left] / (d.mean[left] - d.mean[j]) : 1.0;
        Crossing crossing{.at = between ? place(left, j, share) : std::sqrt(sizes[left + 1] * sizes[j - 1])};
        double begin = 1.0 - share;
        for (auto to = left + 1; to-- > 0 && !crossing.lower; begin = 0.0)
            if (const auto end = last_equal(d, to + 1, to, begin)) crossing.lower = place(to + 1, to, *end);
        begin = between ? share : 0.0;
        for (auto to = j; to < sizes.size() && !crossing.upper; ++to, begin = 0.0)
            if (const auto end = last_equal(d, to - 1, to, begin)) crossing.upper = place(to - 1, to, *end);
        found.push_back(crossing);
    }
    return found;
}

} // namespace unseen
