// Private: the median of weighted values.
#pragma once

#include "unseen/stats/exact_sum.hpp"

#include <optional>
#include <span>

namespace unseen {

/// The value at which the sum of the weights passes half of all, or the mean of two where it is half of all
/// between them: the median of the values if each is there as often as its weight says. `values` are in
/// ascending order, and some weight is positive. O(n).
inline double weighted_median(std::span<const double> values, std::span<const double> weights)
{
    ExactSum all;
    all.add(weights);
    ExactSum sum;
    std::optional<double> lower; // the value up to which the weights are half of all
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (weights[i] == 0.0) continue;
        if (lower) return *lower + (values[i] - *lower) / 2.0;
        sum.add(weights[i]);
        if (2.0 * sum.value() > all.value()) return values[i];
        if (2.0 * sum.value() == all.value()) lower = values[i];
    }
    return values.back();
}

} // namespace unseen
