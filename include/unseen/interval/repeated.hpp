// What repeats of items say: how much of the spread is between items and how much within them.
//
// Example:
//
//     const RepeatedItems items{.values = {{1, 1, 0}, {1, 1, 1}, {0, 1, 0}, {1, 1, 1}}};
//     const auto spread = spread_of(items);
//     assert(std::abs(spread.within - 1.0 / 6) < 1e-15 && spread.standard_error(4, 3).number() > 0.1);
#pragma once

#include "unseen/base/interval.hpp"
#include "unseen/base/level.hpp"
#include "unseen/base/maybe.hpp"
#include "unseen/base/value.hpp"
#include "unseen/predictions/repeated_items.hpp"

#include <optional>

namespace unseen {

/// The variances of repeated items (METHODS I.31), by the method of moments.
struct ItemSpread {
    double between = 0.0;                        ///< of the items' true means; 0 where the estimate is below
    double within = 0.0;                         ///< of the repeats of an item, the mean over the items
    double mean = 0.0;                           ///< of the items' means
    Value error = Value::none(reasons::one_row); ///< the standard error of `mean` over items and repeats

    /// The standard error of the mean of this number of items, with this number of repeats each.
    Value standard_error(double items, double repeats) const;
};

/// Needs two items and an item with two repeats, or the variances are 0. Items with one repeat take the mean
/// variance of the others. O(rows).
ItemSpread spread_of(const RepeatedItems& items);

/// The mean of these items if they were judged again, by Student's t with two items more of which one repeat
/// differs by the whole range (METHODS I.31 b): unanimous items are no certainty. `one_repeat` if no item has
/// two repeats.
Maybe<Limits> limits_of_these_items(const RepeatedItems& items, double lowest, double highest, Level level);

/// The analysis of variance of items crossed with runs.
struct CrossedRuns {
    double mean = 0.0;
    double error = 0.0; ///< its standard error over items and runs, both drawn
    double df = 0.0;
    Limits limits{}; ///< of the mean, by Student's t
    /// The runs' mean square over the residual, and the p-value for runs that do not differ; `zero_variance`
    /// without a residual.
    Value f = Value::none(reasons::zero_variance);
    Value p_value = Value::none(reasons::zero_variance);
};

/// Of items with RepeatedItems::runs (METHODS I.31 b): variances of items, runs and both, with
/// Satterthwaite's degrees of freedom, at least 1. Null for fewer than two items or runs, and if all values
/// are equal.
std::optional<CrossedRuns> crossed_runs(const RepeatedItems& items, double lowest, double highest,
                                        Level level);

} // namespace unseen
