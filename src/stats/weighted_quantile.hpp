// Private: quantiles of weighted values.
#pragma once

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

namespace unseen {

/// The value at which the sum of the weights passes q of all, or the mean of two where it is q of all between
/// them: with q = 1/2 the median of the values if each is there as often as its weight says. `values` are in
/// ascending order, some weight is positive, and 0 < q < 1. O(n).
inline double weighted_quantile(std::span<const double> values, std::span<const double> weights, double q)
{
    ExactSum all;
    all.add(weights);
    const double wanted = q * all.value();
    ExactSum sum;
    std::optional<double> lower; // the value up to which the weights are that share
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (weights[i] == 0.0) continue;
        if (lower) return *lower + (values[i] - *lower) / 2.0;
        sum.add(weights[i]);
        if (sum.value() > wanted) return values[i];
        if (sum.value() == wanted) lower = values[i];
    }
    return values.back();
}

/// The same for values in any order. O(n log n).
inline double weighted_quantile_unsorted(std::span<const double> values, std::span<const double> weights,
                                         double q)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
    std::vector<double> ascending, of_ascending;
    for (const auto i : order) {
        ascending.push_back(values[i]);
        of_ascending.push_back(weights[i]);
    }
    return weighted_quantile(ascending, of_ascending, q);
}

} // namespace unseen
