// Intervals from the influences of rows, summed over clusters if these are the draws (METHODS I.4).
#include "draws/units.hpp"
#include "interval/limits.hpp"
#include "interval/methods.hpp"
#include "interval/rank_limits.hpp"
#include "interval/row_bootstrap.hpp"
#include "measure/row_influences.hpp"

#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace unseen {

namespace {

// Numbers of rows of a class: below the first, figures that few rows bias have no interval; below the second,
// others have a warning (docs/VALIDITY.md has the simulations).
constexpr std::uint64_t fewest_class_rows = 5;
constexpr std::uint64_t few_class_rows = 10;

/// A standard error and a quantile of Student's t.
struct Robust {
    double standard_error = 0.0;
    double t = 0.0;
};

/// From influences summed over units: G/(G-1) sum D^2, and t with G - 1 degrees of freedom.
Robust robust(std::span<const double> influences, const Units& units, Level level)
{
    ExactSum squares;
    for (std::size_t u = 0; u < units.size(); ++u) {
        const double influence = sum_over(units.rows_of(u), [&](auto i) { return influences[i]; });
        squares.add(influence * influence);
    }
    const auto g = static_cast<double>(units.size());
    return {std::sqrt(g / (g - 1.0) * squares.value()), student_t_quantile(tail(level), g - 1.0)};
}

/// The rows of one class.
struct ClassPart {
    double rows = 0.0;     ///< the effective number of rows of equal weight (Kish)
    double units = 0.0;    ///< the effective number of units of equal weight
    double variance = 0.0; ///< sum of the squares of the units' influences
    double of_rows = 0.0;  ///< the same for the rows' influences
};

ClassPart class_part(const PredictionView& view, const Units& units, std::span<const double> influences,
                     bool positive)
{
    ExactSum weights, of_units, of_rows, squares, row_squares;
    for (std::size_t u = 0; u < units.size(); ++u) {
        const auto in_class = [&](auto i) { return (view.true_label[i] == view.positive) == positive; };
        const auto rows = units.rows_of(u);
        const double weight =
            view.weight.empty() ? static_cast<double>(std::ranges::count_if(rows, in_class))
                                : sum_over(rows, [&](auto i) { return in_class(i) ? view.weight[i] : 0.0; });
        const double influence = sum_over(rows, [&](auto i) { return in_class(i) ? influences[i] : 0.0; });
        weights.add(weight);
        of_units.add(weight * weight);
        squares.add(influence * influence);
        for (const auto i : rows) {
            if (!in_class(i)) continue;
            of_rows.add(view.weight_of(i) * view.weight_of(i));
            row_squares.add(influences[i] * influences[i]);
        }
    }
    const double all = weights.value() * weights.value();
    return {all / of_rows.value(), all / of_units.value(), squares.value(), row_squares.value()};
}

/// For the AUC of this robust standard error: the variance is at least the floor of `logit` for the effective
/// number of rows, divided by the design effect, which is the variance between units over that between rows,
/// at least 1 and at most the rows of a unit. Degrees of freedom by Welch and Satterthwaite for the effective
/// number of units of each class, at least 1 and at most G - 1.
Robust robust_area(const TestIntervalInput& input, std::span<const double> influences, double error,
                   Level level, std::vector<Warning>& warnings)
{
    const Units& units = *input.units;
    const auto p = class_part(*input.predictions, units, influences, true);
    const auto n = class_part(*input.predictions, units, influences, false);
    const double floor = auc_variance_floor(input.value, p.rows, n.rows);
    const double most = std::max(1.0, auc_variance_floor(input.value, p.units, n.units) / floor);
    const double effect = std::clamp(error * error / (p.of_rows + n.of_rows), 1.0, most);
    const double square = (p.variance + n.variance) * (p.variance + n.variance);
    const double df = square > 0.0 // otherwise the least that any two variances give
                          ? square / (p.variance * p.variance / std::max(0.5, p.units - 1.0) +
                                      n.variance * n.variance / std::max(0.5, n.units - 1.0))
                          : std::min(p.units, n.units) - 1.0;
    const double errors = std::min(p.rows, n.rows) / effect * std::min(input.value, 1.0 - input.value);
    if (errors < 5.0) warnings.push_back(auc_few_errors(*input.measure, errors));
    return {std::sqrt(std::max(error * error, floor * effect)),
            student_t_quantile(tail(level), std::clamp(df, 1.0, static_cast<double>(units.size()) - 1.0))};
}

/// The class with the fewest rows among the units, and its number of rows.
std::pair<std::uint32_t, std::uint64_t> smallest_class(const PredictionView& view, const Units& units)
{
    std::vector<std::uint64_t> rows(view.classes->size(), 0);
    for (std::size_t u = 0; u < units.size(); ++u)
        for (const auto i : units.rows_of(u)) ++rows[view.true_label[i]];
    std::uint32_t smallest = view.true_label[units.rows_of(0).front()];
    for (std::uint32_t c = 0; c < rows.size(); ++c)
        if (rows[c] > 0 && rows[c] < rows[smallest]) smallest = c;
    return {smallest, rows[smallest]};
}

/// On the logit scale, for figures of ranks between 0 and 1, about the figure less its bias.
Maybe<IntervalEnds> robust_on_logit_scale(const TestIntervalInput& input, Level level, double bias)
{
    const Units& units = *input.units;
    const auto influences = row_influences(*input.measure, *input.predictions);
    Robust spread = robust(influences, units, level);
    if (!(spread.standard_error > 0.0) || !(input.value > 0.0 && input.value < 1.0))
        return reasons::zero_variance;
    std::vector<Warning> warnings;
    if (input.measure->rank_figure() == &roc_area)
        spread = robust_area(input, influences, spread.standard_error, level, warnings);
    if (input.measure->class_ranks()) {
        const auto [c, rows] = smallest_class(*input.predictions, units);
        if (input.measure->class_ranks()->bias && rows < fewest_class_rows) return reasons::too_few_rows;
        if (rows < few_class_rows)
            warnings.push_back({warnings::few_class_rows,
                                "class '" + input.predictions->classes->name(c) + "' has only " +
                                    std::to_string(rows) + (rows == 1 ? " row" : " rows") +
                                    ": intervals of averages over classes may be too short with so few"});
    }
    const double centre = input.value - bias;
    if (!(centre > 0.0 && centre < 1.0)) return reasons::biased;
    const auto limits = on_logit_scale(centre, spread.t * spread.standard_error / (centre * (1.0 - centre)));
    if (bias != 0.0 && !(limits.lower <= input.value && input.value <= limits.upper)) return reasons::biased;
    return IntervalEnds{.limits = limits,
                        .assumptions = {"many draws, none of which carries most of the figure"},
                        .warnings = std::move(warnings)};
}

} // namespace

Maybe<IntervalEnds> robust_logit(const TestIntervalInput& input, Level level)
{
    return robust_on_logit_scale(input, level, 0.0);
}

Maybe<IntervalEnds> class_influence(const TestIntervalInput& input, Level level)
{
    const auto& bias = input.measure->class_ranks()->bias;
    return robust_on_logit_scale(input, level, bias ? bias(*input.predictions) : 0.0);
}

Maybe<IntervalEnds> influence_t(const TestIntervalInput& input, Level level)
{
    const auto [error, t] = robust(row_influences(*input.measure, *input.predictions), *input.units, level);
    if (!(error > 0.0)) return reasons::zero_variance;
    return IntervalEnds{.limits = around(input.value, t * error),
                        .assumptions = {"many draws, none of which carries most of the figure"}};
}

/// The units that carry the spread number (sum d^2)^2 / sum d^4, d the sums of influences over a unit.
bool spread_has_many_units(const TestIntervalInput& input)
{
    constexpr double many = 1000.0;
    std::optional<Units> own;
    if (input.units == nullptr) own = units_of(*input.predictions, input.cluster);
    const Units& units = own ? *own : *input.units;
    if (static_cast<double>(units.size()) < many) return false;
    double second = 0.0;
    double fourth = 0.0;
    for (const double d : sums_over(units, row_influences(*input.measure, *input.predictions))) {
        second += d * d;
        fourth += d * d * d * d;
    }
    return second * second >= many * fourth && fourth > 0.0;
}

Maybe<IntervalEnds> robust_t(const TestIntervalInput& input, Level level)
{
    if (!has_cubes(*input.predictions)) return reasons::infinite;
    const auto [error, t] = robust(row_influences(*input.measure, *input.predictions), *input.units, level);
    if (!(error > 0.0)) return reasons::zero_variance;
    Limits limits = around(input.value, t * error);
    if (input.measure->finishes()) { // a root: of the mean on the logarithmic scale, as t_log
        const double relative =
            t * error / (2.0 * mean_of_row_values(*input.measure->row_mean(), *input.predictions));
        limits = {input.value * std::exp(-relative), input.value * std::exp(relative)};
    }
    return IntervalEnds{.limits = limits,
                        .assumptions = {"many draws, none of which carries most of the sum"}};
}

} // namespace unseen
