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
#include "unseen/measure/measure.hpp"
#include "unseen/predictions/repeated_items.hpp"

#include <cstdint>
#include <optional>
#include <span>

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
/// differs by the whole range (METHODS I.31 b): unanimous items are no certainty. Where repeats may be runs,
/// at least the limits of other runs of these items. `one_repeat` if no item has two repeats.
Maybe<Limits> limits_of_these_items(const RepeatedItems& items, double lowest, double highest, Level level);

/// Fewer runs than this say little about how runs vary.
inline constexpr std::size_t few_runs_below = 4;

/// The analysis of variance of items crossed with runs, of which items may lack some (METHODS I.31).
struct CrossedRuns {
    double mean = 0.0;
    std::size_t runs = 0;
    double of_items = 0.0; ///< the squared standard error of the mean for the items, or clusters, alone
    double of_runs = 0.0;  ///< the runs' share in it, with their own part of the residual
    double of_both = 0.0;  ///< that residual, which `of_items` holds too
    double df_items = 0.0;
    double df_runs = 0.0;
    /// The runs' mean square over the residual, and the p-value for runs that do not differ; `zero_variance`
    /// without a residual, `no_p_value` of clusters.
    Value f = Value::none(reasons::zero_variance);
    Value p_value = Value::none(reasons::zero_variance);

    /// The standard error of the mean over items and runs, both drawn, with this many times the items and
    /// runs.
    double error(double more_items = 1.0, double more_runs = 1.0) const;
    /// Half the width of the interval outside which this share lies: the two variances, each times the square
    /// of its own Student's t quantile, and at least that of the items alone.
    double half(double outside) const;
    /// The share of one side outside of which a distance from the mean lies: half() inverted.
    double tail(double distance) const;
    /// mean -+ half(); on the logit scale where the values have a finite range, because what runs do to a
    /// mean near its end is skew.
    Limits limits(double lowest, double highest, Level level) const;
};

/// What each repeat adds to the row value of its item (RowMean::of_repeats).
RepeatedItems in_runs(const Measure& measure, RepeatedItems items);

/// True if the repeats of items may be runs: they share enough of them to tell runs from noise.
bool may_have_runs(const RepeatedItems& items);

/// The variances of items and runs by Henderson's third method, which is the usual analysis of variance where
/// every item has every run. `cluster`: the cluster of each item, if clusters are the draws. Null unless
/// may_have_runs(), for fewer than two items or clusters, and if all values are equal. O(rows) for each of a
/// few steps. A value that all have in common costs no digits.
std::optional<CrossedRuns> crossed_runs(RepeatedItems items, std::span<const std::uint32_t> cluster = {});

} // namespace unseen
