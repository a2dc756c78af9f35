// Intervals of the AUC (METHODS I.1) and of the average precision (METHODS I.2).
#include "draws/bca.hpp"
#include "interval/beta_laws.hpp"
#include "interval/methods.hpp"
#include "interval/rank_limits.hpp"
#include "interval/ranking_bootstrap.hpp"
#include "rank/descent.hpp"
#include "rank/rank_figure.hpp"
#include "rank/sorted_rows.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

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

/// Beta limits with d = 1/3 of A n_eff in n_eff, n_eff = min(A (1 - A) / v, P max(1, P (1 - A) / 20), n): the
/// variance v of the influences, but no more information than P rows have until many positive rows lose
/// precision. Needs rows of both classes.
Limits precision_beta(const Ranking& ranking, double value, Level level)
{
    const double positives = ranking.positives();
    double n = std::min(positives + ranking.negatives(),
                        positives * std::max(1.0, positives * (1.0 - value) / 20.0));
    if (const double variance = precision_variance(ranking, value); variance > 0.0)
        n = std::min(n, value * (1.0 - value) / variance);
    return beta_limits(value * n, n, level.end_share(), level.outside());
}

/// The mean over the positive rows of the precision down to them, themselves left out.
double left_out_precision(const Ranking& ranking)
{
    ExactSum sum;
    Descent met(ranking);
    for (std::size_t b = 0; b < ranking.size(); ++b) {
        met.pass(ranking[b]);
        if (met.rows() > 1.0) sum.add(ranking[b].positives * (met.positives() - 1.0) / (met.rows() - 1.0));
    }
    return sum.value() / ranking.positives();
}

double length_of(std::span<const double> vector, double more = 0.0)
{
    ExactSum squares;
    for (const double x : vector) squares.add(x * x);
    squares.add(more);
    return std::sqrt(squares.value());
}

/// The sum of vectors of rows: distances in the directions of influences.
class Joined {
public:
    explicit Joined(std::size_t rows) : sum_(rows, 0.0) {}
    void add(double distance, std::span<const double> direction)
    {
        const double length = length_of(direction);
        if (length > 0.0)
            for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] += distance / length * direction[i];
        else
            apart_ += distance * distance;
    }
    double length() const { return length_of(sum_, apart_); }

private:
    std::vector<double> sum_;
    double apart_ = 0.0; ///< squares of the distances without a direction
};

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

Maybe<IntervalEnds> ranking_ap_beta(const TestIntervalInput& input, Level level)
{
    const Ranking& ranking = *input.ranking;
    if (ranking.positives() < 1.0 || ranking.negatives() < 1.0) return reasons::too_few_rows;
    return IntervalEnds{.limits = precision_beta(ranking, input.value, level), .assumptions = {no_rare_row}};
}

/// With limits [l, u] and the influences D of each of K classes, whose figures A have the mean V: the lower
/// limit is V - b - |sum (A - l) D / |D|| / K, the upper one V + |sum (u - A) D / |D|| / K, so that figures
/// are joined by the correlations of their influences (Zou & Donner 2008). Those of a class without spread
/// count as uncorrelated. b is half of what the figures lose with left-out precisions: with few rows a figure
/// is too large. O(K rows log rows).
Maybe<IntervalEnds> class_ap_beta(const TestIntervalInput& input, Level level)
{
    const PredictionView& view = *input.predictions;
    double classes = 0.0;
    ExactSum bias;
    Joined below(view.size());
    Joined above(view.size());
    std::vector<double> influences(view.size());
    for (std::uint32_t c = 0; c < view.classes->size(); ++c) {
        const SortedRows rows(view, c);
        const Ranking ranking = rows.ranking({});
        if (ranking.positives() < 1.0) continue;
        if (ranking.negatives() < 1.0) return reasons::one_class;
        const double value = average_precision(ranking).number();
        const Limits limits = precision_beta(ranking, value, level);
        std::ranges::fill(influences, 0.0);
        rows.add_influences(precision_area, {}, influences);
        below.add(value - limits.lower, influences);
        above.add(limits.upper - value, influences);
        bias.add((value - left_out_precision(ranking)) / 2.0);
        classes += 1.0;
    }
    return IntervalEnds{.limits = {input.value - (bias.value() + below.length()) / classes,
                                   input.value + above.length() / classes},
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
