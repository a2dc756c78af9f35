// Intervals of the AUC (METHODS I.1) and of the average precision (METHODS I.2).
#include "draws/bca.hpp"
#include "interval/beta_laws.hpp"
#include "interval/methods.hpp"
#include "interval/rank_limits.hpp"
#include "interval/ranking_bootstrap.hpp"
#include "rank/rank_figure.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

using AucLimits = Limits (*)(const AucVariance&, double);

/// Warnings about an interval of the AUC from ranks.
std::vector<Warning> auc_warnings(const TestIntervalInput& input, double area)
{
    const Ranking& ranking = *input.ranking;
    const double errors = std::min(ranking.positives(), ranking.negatives()) * std::min(area, 1.0 - area);
    const bool no_spread = !(area > 0.0 && area < 1.0) || ranking.size() == 1;
    if (no_spread)
        return {{warnings::auc_zero_variance,
                 "'" + input.measure->name() +
                     "': either all positive rows have higher scores than all negative ones, or all have "
                     "lower, or all have the same, so the rows do not show how much the figure varies; the "
                     "interval is one that holds for any scores, unless another was asked for"}};
    if (errors < 5.0) return {auc_few_errors(*input.measure, errors)};
    return {};
}

/// rank_loss is 1 - AUC: its interval is that of the AUC, mirrored.
Limits mirrored(const Measure& measure, const Limits& limits)
{
    return measure.direction == Direction::lower_is_better ? Limits{1.0 - limits.upper, 1.0 - limits.lower}
                                                           : limits;
}

constexpr const char* no_rare_row = "no rare row lies far off: the sample shows the spread of the scores";

Maybe<IntervalEnds> from_variance(const TestIntervalInput& input, Level level, AucLimits limits_of)
{
    const Ranking& ranking = *input.ranking;
    if (std::min(ranking.positives(), ranking.negatives()) < 2.0) return reasons::too_few_rows;
    const auto variance = auc_variance(ranking);
    return IntervalEnds{.limits = mirrored(*input.measure, limits_of(variance, level.outside())),
                        .assumptions = {no_rare_row},
                        .warnings = auc_warnings(input, variance.auc)};
}

/// By samples of the rows, which are ranked once.
Maybe<IntervalEnds> drawn_ranking(const TestIntervalInput& input, Level level, bool bca)
{
    const Ranking& ranking = *input.ranking;
    const RankFigure& figure = *input.measure->rank_figure();
    const bool of_auc = &figure == &roc_area;
    if (ranking.positives() < 2.0 || ranking.negatives() < (of_auc ? 2.0 : 1.0)) return reasons::too_few_rows;
    const double value = figure.value(ranking).number();
    const Value skew = acceleration(figure, ranking);
    if (!skew) return skew.reason();
    const auto replicates = draw_figure(figure, ranking, {input.seed, input.samples, input.threads});
    const auto limits =
        drawn_limits(replicates, value, bca ? std::optional(skew.number()) : std::nullopt, level.outside());
    if (!limits) return limits.reason();
    return IntervalEnds{.limits = mirrored(*input.measure, *limits),
                        .assumptions = {no_rare_row},
                        .warnings = of_auc ? auc_warnings(input, value) : std::vector<Warning>()};
}

} // namespace

Maybe<IntervalEnds> ranking_logit(const TestIntervalInput& input, Level level)
{
    return from_variance(input, level, auc_logit);
}
Maybe<IntervalEnds> ranking_delong(const TestIntervalInput& input, Level level)
{
    return from_variance(input, level, auc_delong);
}
Maybe<IntervalEnds> ranking_logit_z(const TestIntervalInput& input, Level level)
{
    return from_variance(input, level, auc_logit_z);
}

Maybe<IntervalEnds> ranking_kl(const TestIntervalInput& input, Level level)
{
    const Ranking& ranking = *input.ranking;
    if (std::min(ranking.positives(), ranking.negatives()) < 1.0) return reasons::too_few_rows;
    const AucVariance area{
        .auc = auc(ranking).number(), .positives = ranking.positives(), .negatives = ranking.negatives()};
    return IntervalEnds{.limits = mirrored(*input.measure, auc_kl(area, level.outside()))};
}

Maybe<IntervalEnds> ranking_influence(const TestIntervalInput& input, Level level)
{
    const Ranking& ranking = *input.ranking;
    if (ranking.positives() < 2.0 || ranking.negatives() < 1.0) return reasons::too_few_rows;
    const double variance = precision_variance(ranking, input.value);
    if (!(variance > 0.0) || !(input.value < 1.0)) return reasons::zero_variance;
    return IntervalEnds{
        .limits = precision_influence(input.value, variance, level.outside()),
        .assumptions = {"enough positive rows for the logit of the value to be nearly normal"}};
}

/// Beta limits with d = 1/3 of A n_eff in n_eff, n_eff = min(A (1 - A) / v, P max(1, P (1 - A) / 20), n): the
/// variance v of the influences, but no more information than P rows have until many positive rows lose
/// precision.
Maybe<IntervalEnds> ranking_ap_beta(const TestIntervalInput& input, Level level)
{
    const Ranking& ranking = *input.ranking;
    const double positives = ranking.positives();
    const double rows = positives + ranking.negatives();
    if (positives < 1.0 || ranking.negatives() < 1.0) return reasons::too_few_rows;
    const double value = input.value;
    double n = std::min(rows, positives * std::max(1.0, positives * (1.0 - value) / 20.0));
    if (const double variance = precision_variance(ranking, value); variance > 0.0)
        n = std::min(n, value * (1.0 - value) / variance);
    return IntervalEnds{.limits = beta_limits(value * n, n, level.end_share(), level.outside()),
                        .assumptions = {no_rare_row}};
}

Maybe<IntervalEnds> ranking_boyd(const TestIntervalInput& input, Level level)
{
    return IntervalEnds{.limits = precision_boyd(input.value, input.ranking->positives(), level.outside()),
                        .assumptions = {"the value varies like a proportion of the positive rows"}};
}

Maybe<IntervalEnds> ranking_bca(const TestIntervalInput& input, Level level)
{
    return drawn_ranking(input, level, true);
}
Maybe<IntervalEnds> ranking_percentile(const TestIntervalInput& input, Level level)
{
    return drawn_ranking(input, level, false);
}

} // namespace unseen
