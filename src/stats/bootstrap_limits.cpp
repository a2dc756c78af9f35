// Limits read off sorted bootstrap replicates.
#include "stats/bootstrap_limits.hpp"

#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

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

Limits bca_limits_at(std::span<const double> sorted, double below, double acceleration, double outside)
{
    if (!(below > 0.0 && below < 1.0))
        return {bootstrap_quantile(sorted, outside / 2), bootstrap_quantile(sorted, 1.0 - outside / 2)};
    const double z0 = normal_quantile(below);
    const auto end = [&](double p) {
        const double z = z0 + normal_quantile(p);
        return bootstrap_quantile(sorted, normal_tail(-(z0 + z / (1.0 - acceleration * z))));
    };
    return {end(outside / 2), end(1.0 - outside / 2)};
}

Limits bca_limits(std::span<const double> sorted, double value, double acceleration, double outside)
{
    const auto below = std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin();
    return bca_limits_at(sorted, static_cast<double>(below) / static_cast<double>(sorted.size()), acceleration, outside);
}

} // namespace unseen
