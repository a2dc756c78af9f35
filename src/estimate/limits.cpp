#include "estimate/limits.hpp"

#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace unseen {

namespace {

double expit(double x) { return x >= 0.0 ? 1.0 / (1.0 + std::exp(-x)) : std::exp(x) / (1.0 + std::exp(x)); }
double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

} // namespace

Limits on_logit_scale(double centre, double half)
{
    const double logit = std::log(centre) - std::log1p(-centre);
    return {expit(logit - half), expit(logit + half)};
}

Limits wilson(double ones, double trials, double z)
{
    const double middle = ones + z * z / 2;
    const double half = z * std::sqrt(ones * (trials - ones) / trials + z * z / 4);
    const double all = trials + z * z;
    // At the ends the two terms are equal, but for their rounding.
    return {ones > 0.0 ? (middle - half) / all : 0.0, ones < trials ? (middle + half) / all : 1.0};
}

double bootstrap_quantile(std::span<const double> sorted, double p)
{
    const auto all = static_cast<double>(sorted.size());
    const double rank = (all + 1.0) * p;
    const double whole = std::floor(rank);
    if (!(whole >= 1.0)) return sorted.front();
    if (whole >= all) return sorted.back();
    const auto k = static_cast<std::size_t>(whole);
    if (rank == whole) return sorted[k - 1];
    const double low = normal_quantile(whole / (all + 1.0));
    const double high = normal_quantile((whole + 1.0) / (all + 1.0));
    return sorted[k - 1] + (normal_quantile(p) - low) / (high - low) * (sorted[k] - sorted[k - 1]);
}

Limits bca_limits(std::span<const double> sorted, double value, double acceleration, double outside)
{
    const auto below = std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin();
    const double share = static_cast<double>(below) / static_cast<double>(sorted.size());
    if (!(share > 0.0 && share < 1.0))
        return {bootstrap_quantile(sorted, outside / 2), bootstrap_quantile(sorted, 1.0 - outside / 2)};
    const double z0 = normal_quantile(share);
    const auto end = [&](double p) {
        const double z = z0 + normal_quantile(p);
        return bootstrap_quantile(sorted, normal_cdf(z0 + z / (1.0 - acceleration * z)));
    };
    return {end(outside / 2), end(1.0 - outside / 2)};
}

} // namespace unseen
