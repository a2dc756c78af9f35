// Intervals of the AUC (METHODS I.1) and of the average precision (METHODS I.2).
#include "draws/bca.hpp"
#include "interval/auc_interval.hpp"
#include "interval/precision_interval.hpp"
#include "interval/ranking_bootstrap.hpp"
#include "interval/test_interval_entry.hpp"
#include "rank/rank_figure.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

using AucLimits = Limits (*)(const AucVariance&, double);

Ranking ranking_for(const TestIntervalInput& input)
{
    return input.ranking != nullptr ? *input.ranking : ranking_of(*input.predictions, input.threads);
}

bool mirrored(const TestIntervalInput& input) { return input.measure->direction == Direction::lower_is_better; }

/// Where an interval of the AUC from ranks is in doubt.
std::vector<Warning> auc_warnings(const TestIntervalInput& input, const Ranking& ranking, double area)
{
    const double errors = std::min(ranking.positives(), ranking.negatives()) * std::min(area, 1.0 - area);
    const bool no_spread = !(area > 0.0 && area < 1.0) || ranking.size() == 1;
    if (no_spread)
        return {{"auc_zero_variance", "'" + input.measure->name() +
                                          "': all pairs are ordered alike, so that ranks show no spread; the interval is "
                                          "the distribution-free one, unless another was asked for"}};
    if (errors < 5.0)
        return {{"auc_few_errors", "'" + input.measure->name() + "': only " + shortest(std::round(errors * 10.0) / 10.0) +
                                       " rows of the smaller class, counted by their pairs, are out of order: an interval from "
                                       "ranks may be too short below 5, 'kl' is not"}};
    return {};
}

/// rank_loss is 1 - AUC: its interval is that of the AUC, mirrored.
IntervalResult of_auc(const TestIntervalInput& input, Level level, const char* name, AucLimits limits_of, Guarantee guarantee)
{
    const auto ranking = ranking_for(input);
    const bool exact = guarantee == Guarantee::exact;
    if (std::min(ranking.positives(), ranking.negatives()) < (exact ? 1.0 : 2.0)) return {std::nullopt, "too_few_rows"};
    const auto variance =
        exact ? AucVariance{.auc = auc(ranking).number(), .positives = ranking.positives(), .negatives = ranking.negatives()}
              : auc_variance(ranking);
    auto limits = limits_of(variance, level.outside());
    if (mirrored(input)) limits = {1.0 - limits.upper, 1.0 - limits.lower};
    std::vector<std::string> more;
    if (!exact) more.emplace_back("no rare row lies far off: the sample shows the spread of the scores");
    IntervalResult result{model_interval(input, level, limits.lower, limits.upper, name, guarantee, std::move(more)), ""};
    if (!exact) result.warnings = auc_warnings(input, ranking, variance.auc);
    return result;
}

/// By samples of the rows, which are ranked once.
IntervalResult drawn_ranking(const TestIntervalInput& input, Level level, bool bca)
{
    const auto ranking = ranking_for(input);
    const RankFigure& figure = *input.measure->rank_figure();
    const bool of_auc = &figure == &roc_area;
    if (ranking.positives() < 2.0 || ranking.negatives() < (of_auc ? 2.0 : 1.0)) return {std::nullopt, "too_few_rows"};
    const double value = figure.value(ranking).number();
    const Value skew = acceleration(figure, ranking);
    if (!skew) return {std::nullopt, skew.reason()};
    const auto replicates = draw_figure(figure, ranking, {input.seed, input.samples, input.threads});
    auto [limits, missing] = drawn_limits(replicates, value, bca ? std::optional(skew.number()) : std::nullopt, level.outside());
    if (!missing.empty()) return {std::nullopt, missing};
    if (mirrored(input)) limits = {1.0 - limits.upper, 1.0 - limits.lower};
    IntervalResult result{model_interval(input, level, limits.lower, limits.upper, bca ? "bca" : "percentile",
                                         Guarantee::asymptotic,
                                         {"no rare row lies far off: the sample shows the spread of the scores"}),
                          ""};
    if (of_auc) result.warnings = auc_warnings(input, ranking, value);
    return result;
}

IntervalResult logit(const TestIntervalInput& input, Level level)
{
    return of_auc(input, level, "logit", auc_logit, Guarantee::asymptotic);
}

IntervalResult delong(const TestIntervalInput& input, Level level)
{
    return of_auc(input, level, "delong", auc_delong, Guarantee::asymptotic);
}

IntervalResult logit_z(const TestIntervalInput& input, Level level)
{
    return of_auc(input, level, "logit_z", auc_logit_z, Guarantee::asymptotic);
}

IntervalResult kl(const TestIntervalInput& input, Level level) { return of_auc(input, level, "kl", auc_kl, Guarantee::exact); }

IntervalResult precision_influences_interval(const TestIntervalInput& input, Level level)
{
    const auto ranking = ranking_for(input);
    if (ranking.positives() < 2.0 || ranking.negatives() < 1.0) return {std::nullopt, "too_few_rows"};
    const double variance = precision_variance(ranking, input.value);
    if (!(variance > 0.0) || !(input.value < 1.0)) return {std::nullopt, "zero_variance"};
    const auto limits = precision_influence(input.value, variance, level.outside());
    return {model_interval(input, level, limits.lower, limits.upper, "influence", Guarantee::asymptotic,
                           {"enough positive rows for the logit of the value to be nearly normal"}),
            ""};
}

IntervalResult boyd(const TestIntervalInput& input, Level level)
{
    const auto limits = precision_boyd(input.value, ranking_for(input).positives(), level.outside());
    return {model_interval(input, level, limits.lower, limits.upper, "boyd", Guarantee::heuristic,
                           {"the value varies like a proportion of the positive rows"}),
            ""};
}

IntervalResult ranking_bca(const TestIntervalInput& input, Level level) { return drawn_ranking(input, level, true); }
IntervalResult ranking_percentile(const TestIntervalInput& input, Level level) { return drawn_ranking(input, level, false); }

bool is_auc(const Measure& m) { return m.rank_figure() == &roc_area; }
bool is_precision(const Measure& m) { return m.rank_figure() == &precision_area; }
bool is_binary_ranking(const Measure& m) { return is_auc(m) || is_precision(m); }

} // namespace

std::vector<TestIntervalMethod> ranking_intervals()
{
    return {
        {"logit", "AUC: DeLong's variance, floored, on the logit scale with Student's t", is_auc, logit},
        {"delong", "AUC: DeLong's normal interval, as pROC; too short for an AUC near 1", is_auc, delong},
        {"logit_z", "AUC: DeLong's variance on the logit scale, normal", is_auc, logit_z},
        {"kl", "AUC: distribution-free, wide", is_auc, kl},
        {"influence", "average precision: variance from the rows' influence, on the logit scale", is_precision,
         precision_influences_interval},
        {"boyd", "average precision: as if it were a proportion of the positive rows; wide", is_precision, boyd},
        {"bca", "AUC, average precision: rows drawn anew, ranked once, bias corrected and accelerated", is_binary_ranking,
         ranking_bca, RowKind::alike, IntervalWork::of_all_threads},
        {"percentile", "AUC, average precision: rows drawn anew, ranked once, plain quantiles", is_binary_ranking,
         ranking_percentile, RowKind::alike, IntervalWork::of_all_threads},
    };
}

} // namespace unseen
