// Intervals of means of values in a range of the measure's, and of weighted or clustered rows (METHODS I.27,
// I.28, I.31).
#include "base/add_once.hpp"
#include "draws/units.hpp"
#include "interval/betting.hpp"
#include "interval/end_dirichlet.hpp"
#include "interval/methods.hpp"
#include "interval/unit_ratio.hpp"
#include "measure/row_parts.hpp"

#include "unseen/interval/judge_beta.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

namespace unseen {

namespace {

UnitTotals totals_of(const TestIntervalInput& input)
{
    const auto& view = *input.predictions;
    std::vector<double> values(view.size());
    input.measure->row_mean()->values(view, values);
    UnitTotals totals;
    for (std::size_t u = 0; u < input.units->size(); ++u) {
        const auto rows = input.units->rows_of(u);
        const auto n = static_cast<double>(rows.size());
        totals.sums.push_back(sum_over(rows, [&](auto i) { return view.weight_of(i) * values[i]; }));
        totals.weights.push_back(
            view.weight.empty() ? n : sum_over(rows, [&](auto i) { return view.weight[i]; }));
        for (const auto i : rows) totals.squares += view.weight_of(i) * view.weight_of(i);
        totals.rows += n;
    }
    return totals;
}

} // namespace

std::vector<Warning> uneven_warning(std::span<const double> sizes)
{
    if (!uneven(sizes)) return {};
    return {{warnings::uneven_clusters,
             "a few clusters hold most of the rows: the interval is wider for it, and does not hold if they "
             "differ from the others"}};
}

bool has_no_weights(const TestIntervalInput& input) { return input.predictions->weight.empty(); }

namespace {

constexpr std::size_t most_losses = 20; ///< that count as few, and at most two for each five rows

/// The range of all losses that rows with these scores may have, whatever their labels; null if they are
/// many, which the first rows mostly show.
std::optional<Limits> range_of_few_losses(const Measure& measure, const PredictionView& view)
{
    const std::size_t most = std::min(most_losses, 2 * view.size() / 5);
    const std::size_t step = rows_of_part(view);
    std::set<double> losses;
    std::vector<double> values;
    std::vector<std::uint32_t> labels;
    for (std::size_t begin = 0; begin < view.size(); begin += step) {
        PredictionView part = view.rows(begin, std::min(view.size(), begin + step));
        values.resize(part.size());
        for (std::uint32_t c = 0; c < view.classes->size(); ++c) {
            labels.assign(values.size(), c);
            part.true_label = labels;
            measure.row_mean()->values(part, values);
            losses.insert(values.begin(), values.end());
            if (losses.size() > most) return {};
        }
    }
    return Limits{*losses.begin(), *losses.rbegin()};
}

/// The row values or their sums over clusters, in the range of the measure.
RangedValues ranged_values(const TestIntervalInput& input)
{
    RangedValues values;
    values.low = input.measure->lowest;
    values.high = input.measure->highest;
    if (input.weighted_or_clustered()) {
        auto totals = totals_of(input);
        values.sums = std::move(totals.sums);
        values.weights = std::move(totals.weights);
    } else {
        values.sums.resize(input.predictions->size());
        input.measure->row_mean()->values(*input.predictions, values.sums);
    }
    return values;
}

bool all_finite(std::span<const double> values)
{
    return std::ranges::all_of(values, [](double x) { return std::isfinite(x); });
}

Maybe<IntervalEnds> by_gamma_laws(const TestIntervalInput& input, double d, Level level)
{
    const auto values = ranged_values(input);
    if (!all_finite(values.sums)) return reasons::infinite;
    return IntervalEnds{.limits = end_dirichlet_limits(values, d, level.outside()),
                        .warnings = uneven_warning(values.weights)};
}

} // namespace

/// end_dirichlet_limits() with the d of the level and the range of the measure: of the row values, or of
/// their sums over clusters.
Maybe<IntervalEnds> end_dirichlet(const TestIntervalInput& input, Level level)
{
    return by_gamma_laws(input, level.end_share(), level);
}

/// The same with d = 0 (Gaffke 2005).
Maybe<IntervalEnds> gaffke(const TestIntervalInput& input, Level level)
{
    return by_gamma_laws(input, 0.0, level);
}

bool has_few_losses(const TestIntervalInput& input)
{
    return range_of_few_losses(*input.measure, *input.predictions).has_value();
}

/// end_dirichlet() in the range of the losses that rows with these scores may have.
Maybe<IntervalEnds> end_dirichlet_of_few(const TestIntervalInput& input, Level level)
{
    const auto range = range_of_few_losses(*input.measure, *input.predictions);
    if (!range) return reasons::too_few_rows;
    if (!(range->lower < range->upper)) return reasons::zero_variance;
    auto values = ranged_values(input);
    values.low = range->lower;
    values.high = range->upper;
    return IntervalEnds{.limits = end_dirichlet_limits(values, level.end_share(), level.outside()),
                        .assumptions = {"other rows have the same scores"}};
}

bool has_runs(const TestIntervalInput& input)
{
    return input.repeated != nullptr && may_have_runs(*input.repeated);
}

Maybe<IntervalEnds> items_and_runs(const TestIntervalInput& input, Level level)
{
    const auto& measure = *input.measure;
    auto found = std::isfinite(measure.highest - measure.lowest) ? end_dirichlet(input, level)
                 : input.cluster.empty()                         ? hall_t(input, level)
                                                                 : hall_clusters(input, level);
    if (!found || input.repeated == nullptr) return found;
    const double items = measure.row_mean()->items; // of a sum
    const auto crossed = crossed_runs(in_runs(measure, *input.repeated), input.cluster);
    if (!crossed) return found;
    const auto limits = crossed->limits(measure.lowest / items, measure.highest / items, level);
    found->limits.lower = std::min(found->limits.lower, items * limits.lower);
    found->limits.upper = std::max(found->limits.upper, items * limits.upper);
    found->assumptions.emplace_back("runs are independent draws");
    add_once(found->warnings, few_runs_warning(*crossed));
    return found;
}

std::vector<Warning> few_runs_warning(const CrossedRuns& runs)
{
    if (runs.runs >= few_runs_below) return {};
    return {
        {warnings::few_runs, "the values come from " + std::to_string(runs.runs) +
                                 " runs, which say little about how runs vary: the interval is wide for it"}};
}

bool has_judge(const TestIntervalInput& input)
{
    return input.predictions != nullptr && input.predictions->judged != nullptr;
}

Maybe<IntervalEnds> judge_beta(const TestIntervalInput& input, Level level)
{
    if (!has_judge(input)) return reasons::no_interval_for_design;
    const auto& measure = *input.measure;
    const auto& judge = *input.predictions->judged;
    const auto found = judged_mean(judge, input.predictions->value, measure.lowest, measure.highest);
    if (!found) return found.reason();
    return IntervalEnds{.limits = found->limits(found->estimate, level),
                        .assumptions = {std::string(random_labels_assumption)},
                        .warnings = found->warnings(judge),
                        .known = !(found->estimate.variance > 0.0)};
}

Maybe<IntervalEnds> betting(const TestIntervalInput& input, Level level)
{
    const auto values = ranged_values(input);
    if (!all_finite(values.sums)) return reasons::infinite;
    return IntervalEnds{.limits = betting_limits(values, level.outside(), input.seed)};
}

Maybe<IntervalEnds> hall_clusters(const TestIntervalInput& input, Level level)
{
    auto limits = hall_limits(totals_of(input), level);
    if (!limits) return limits.reason();
    if (input.measure->finishes()) {
        limits->lower = input.measure->finished(std::max(0.0, limits->lower));
        limits->upper = input.measure->finished(std::max(0.0, limits->upper));
    }
    return IntervalEnds{.limits = *limits,
                        .assumptions = {"many draws, none of which carries most of the sum"}};
}

Maybe<IntervalEnds> korn_graubard_beta(const TestIntervalInput& input, Level level)
{
    const auto limits = korn_graubard_limits(totals_of(input), level);
    if (!limits) return limits.reason();
    return IntervalEnds{.limits = *limits};
}

} // namespace unseen
