// Intervals of cross-validation and of repeated splits, from figures of rows and of splits (METHODS C.4, C.10
// to C.13).
#include "interval/limits.hpp"
#include "interval/methods.hpp"

#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

/// Value +- z times a standard error.
Maybe<IntervalEnds> normal(const IntervalInput& input, Level level, double standard_error,
                           std::vector<std::string> assumptions)
{
    if (!(standard_error > 0.0)) return reasons::zero_variance;
    return IntervalEnds{.limits = around(input.value, normal_quantile(tail(level)) * standard_error),
                        .assumptions = std::move(assumptions)};
}

const std::vector<std::string> stable_learner = {
    "rows are independent draws", "the learner is stable: one row more or less hardly changes its losses"};

} // namespace

/// Mean +- z sqrt(s2 / n), s2 the variance of all losses about their mean with divisor n (METHODS C.10).
Maybe<IntervalEnds> wald_all_pairs(const IntervalInput& input, Level level)
{
    if (!(input.row_variance > 0.0)) return reasons::zero_variance;
    const auto n = static_cast<double>(input.rows);
    const double variance = input.row_variance * (n - 1.0) / n;
    return normal(input, level, std::sqrt(variance / n), stable_learner);
}

/// Value +- t sqrt(s2 (1/J + n2/n1)) over J splits, s2 their sample variance (METHODS C.12).
Maybe<IntervalEnds> corrected_t(const IntervalInput& input, Level level)
{
    const auto splits = static_cast<double>(input.splits.count());
    if (input.splits.count() < 2) return reasons::one_split;
    const double variance = input.splits.variance();
    if (!(variance > 0.0)) return reasons::zero_variance;
    const double half = student_t_quantile(tail(level), splits - 1.0) *
                        std::sqrt(variance * (1.0 / splits + input.test_train_ratio));
    const std::string draws = input.design.groups > 0 ? "groups" : "rows";
    return IntervalEnds{.limits = around(input.value, half),
                        .assumptions = {draws + " are independent draws",
                                        "two splits' figures correlate as the test share of their rows"}};
}

/// Value +- z times the standard error from halvings (METHODS C.13).
Maybe<IntervalEnds> conservative_z(const IntervalInput& input, Level level)
{
    return normal(input, level, input.standard_error,
                  {"rows are independent draws",
                   "a mean over splits of half of the rows varies no less than one of all"});
}

/// Value +- z times the root of the mean squared error of inner cross-validations.
Maybe<IntervalEnds> nested_cv(const IntervalInput& input, Level level)
{
    return normal(input, level, input.standard_error,
                  {"rows are independent draws",
                   "the error of cross-validation of one fold less stands for that of all"});
}

/// Value +- z sqrt(s2 / n), s2 the mean of the folds' sample variances (METHODS C.10).
Maybe<IntervalEnds> wald_within_fold(const IntervalInput& input, Level level)
{
    if (!input.within_fold_variance) return reasons::no_variance_within_folds;
    return normal(input, level, std::sqrt(*input.within_fold_variance / static_cast<double>(input.rows)),
                  stable_learner);
}

namespace {

constexpr const char* alike_splits = "one more split is drawn as these were, from the same rows";

/// floor(outside (N+1)), exact if that is a whole number, except for the rounding of `outside`.
std::size_t rank_of(double outside, std::size_t n)
{
    return static_cast<std::size_t>(outside * static_cast<double>(n + 1) + 1e-12);
}

} // namespace

/// [Q(t), Q(N+1-t)] of N splits' figures in ascending order, t = floor(alpha (N+1) / 2): by exchangeability
/// the figure of one more split lies outside with probability at most 2t/(N+1) (METHODS C.4). The level is 1
/// minus that.
Maybe<IntervalEnds> split_order_statistics(const IntervalInput& input, Level level)
{
    const auto n = input.split_values.size();
    if (n < input.design.splits) return reasons::failed_fits; // what is left is no random choice
    const auto rank = rank_of(level.outside() / 2.0, n);
    if (rank == 0) return reasons::too_few_splits;
    auto figures = input.split_values;
    std::sort(figures.begin(), figures.end());
    const auto limits = order_statistics(figures, rank - 1, n - rank);
    if (!limits) return reasons::zero_variance;
    return IntervalEnds{.limits = *limits,
                        .assumptions = {alike_splits},
                        .level = Level(1.0 - 2.0 * static_cast<double>(rank) / static_cast<double>(n + 1))};
}

/// From the end of the range to Q(N+1-t) of a loss, from Q(t) on of a gain, t = floor(alpha (N+1)): one more
/// split is worse with probability t/(N+1) at most (METHODS C.4).
Maybe<IntervalEnds> split_order_limit(const IntervalInput& input, Level level)
{
    const auto n = input.split_values.size();
    if (n < input.design.splits) return reasons::failed_fits;
    const auto rank = rank_of(level.outside(), n);
    if (rank == 0) return reasons::too_few_splits;
    auto figures = input.split_values;
    std::sort(figures.begin(), figures.end());
    const bool loss = input.measure->direction == Direction::lower_is_better;
    return IntervalEnds{.limits = loss ? Limits{input.measure->lowest, figures[n - rank]}
                                       : Limits{figures[rank - 1], input.measure->highest},
                        .assumptions = {alike_splits},
                        .level = Level(1.0 - static_cast<double>(rank) / static_cast<double>(n + 1))};
}

/// Value +- z sd / sqrt(J), as if the splits were independent (METHODS C.11).
Maybe<IntervalEnds> naive_z(const IntervalInput& input, Level level)
{
    if (input.splits.count() < 2) return reasons::one_split;
    auto ends =
        normal(input, level, std::sqrt(input.splits.variance() / static_cast<double>(input.splits.count())),
               {"splits are independent of each other, which they never are"});
    if (ends)
        ends->warnings = {
            {warnings::naive_interval,
             "splits share rows, so that this interval is far too short: at a nominal 95 % it may cover the "
             "error two times out of three"}};
    return ends;
}

} // namespace unseen
