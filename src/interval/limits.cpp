#include "interval/limits.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

double expit(double x) { return x >= 0.0 ? 1.0 / (1.0 + std::exp(-x)) : std::exp(x) / (1.0 + std::exp(x)); }

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
    // At the ends the two terms are equal, except for rounding.
    return {ones > 0.0 ? (middle - half) / all : 0.0, ones < trials ? (middle + half) / all : 1.0};
}

std::optional<Limits> order_statistics(std::span<const double> sorted, std::size_t lower, std::size_t upper)
{
    const double low = sorted[lower];
    const double high = sorted[upper];
    if (low < high) return Limits{low, high};
    if (!(sorted.front() < sorted.back())) return std::nullopt;
    const auto [first, end] = std::equal_range(sorted.begin(), sorted.end(), low);
    return Limits{first == sorted.begin() ? low : *(first - 1), end == sorted.end() ? low : *end};
}

} // namespace unseen
