#include "unseen/stats/effective_rows.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>

namespace unseen {

Value effective_rows(std::span<const double> weights)
{
    // Weights are divided by the heaviest, so that no square exceeds the largest double.
    const double heaviest = weights.empty() ? 0.0 : *std::max_element(weights.begin(), weights.end());
    if (!(heaviest > 0.0)) return Value::none(reasons::zero_weight);
    ExactSum sum;
    ExactSum squares;
    for (const double w : weights) {
        sum.add(w / heaviest);
        squares.add_product(w / heaviest, w / heaviest);
    }
    return Value(sum.value() * (sum.value() / squares.value()));
}

bool all_equal(std::span<const double> weights)
{
    return !weights.empty() && weights.front() > 0.0 &&
           std::all_of(weights.begin(), weights.end(), [&](double w) { return w == weights.front(); });
}

} // namespace unseen
