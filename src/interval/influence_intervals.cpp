// Intervals from the influences of rows, summed over clusters where these are the draws (METHODS I.4).
#include "draws/units.hpp"
#include "interval/limits.hpp"
#include "interval/methods.hpp"
#include "interval/row_bootstrap.hpp"
#include "measure/row_influences.hpp"

#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace unseen {

namespace {

// Of rows of a class: figures that are biased by few have no interval below the first, others a warning below the second (docs/VALIDITY.md has the
// simulations).
constexpr std::uint64_t fewest_class_rows = 5;
constexpr std::uint64_t few_class_rows = 10;

/// A standard error from influences summed over units, G/(G-1) sum D^2, and t with G - 1 degrees of freedom.
struct Robust {
    double standard_error = 0.0;
    double t = 0.0;
};

Robust robust(const TestIntervalInput& input, const Units& units, Level level)
{
    const auto influences = row_influences(*input.measure, *input.predictions);
    ExactSum squares;
    for (std::size_t u = 0; u < units.size(); ++u) {
        const auto rows = units.rows_of(u);
        ExactSum sum;
        if (rows.size() > 1)
            for (const auto i : rows) sum.add(influences[i]);
        const double influence = rows.size() > 1 ? sum.value() : influences[rows[0]];
        squares.add(influence * influence);
    }
    const auto g = static_cast<double>(units.size());
    return {std::sqrt(g / (g - 1.0) * squares.value()), student_t_quantile(tail(level), g - 1.0)};
}

/// The class, of those that rows of the units are of, of which there are the fewest, and how many.
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
IntervalEnds robust_on_logit_scale(const TestIntervalInput& input, Level level, double bias)
{
    const Units& units = *input.units;
    const auto [error, t] = robust(input, units, level);
    if (!(error > 0.0) || !(input.value > 0.0 && input.value < 1.0)) return {.reason = "zero_variance"};
    std::vector<Warning> warnings;
    if (input.measure->class_ranks()) {
        const auto [c, rows] = smallest_class(*input.predictions, units);
        if (input.measure->class_ranks()->bias && rows < fewest_class_rows) return {.reason = "too_few_rows"};
        if (rows < few_class_rows)
            warnings.push_back({"few_class_rows", "class '" + input.predictions->classes->name(c) + "' has only " +
                                                      std::to_string(rows) + (rows == 1 ? " row" : " rows") +
                                                      ": intervals of averages over classes may be too short with so few"});
    }
    const double centre = input.value - bias;
    if (!(centre > 0.0 && centre < 1.0)) return {.reason = "biased"};
    const auto limits = on_logit_scale(centre, t * error / (centre * (1.0 - centre)));
    if (bias != 0.0 && !(limits.lower <= input.value && input.value <= limits.upper)) return {.reason = "biased"};
    return {.limits = limits,
            .assumptions = {"many of them, none of which carries most of the figure"},
            .warnings = std::move(warnings)};
}

} // namespace

IntervalEnds robust_logit(const TestIntervalInput& input, Level level) { return robust_on_logit_scale(input, level, 0.0); }

IntervalEnds class_influence(const TestIntervalInput& input, Level level)
{
    const auto& bias = input.measure->class_ranks()->bias;
    return robust_on_logit_scale(input, level, bias ? bias(*input.predictions) : 0.0);
}

IntervalEnds robust_t(const TestIntervalInput& input, Level level)
{
    if (!has_cubes(*input.predictions)) return {.reason = "infinite"};
    const Units& units = *input.units;
    const auto [error, t] = robust(input, units, level);
    if (!(error > 0.0)) return {.reason = "zero_variance"};
    Limits limits = around(input.value, t * error);
    if (input.measure->finishes()) { // a root: of the mean on the logarithmic scale, as t_log
        const double relative = t * error / (2.0 * mean_of_row_values(*input.measure->row_mean(), *input.predictions));
        limits = {input.value * std::exp(-relative), input.value * std::exp(relative)};
    }
    return {.limits = limits, .assumptions = {"many of them, none of which carries most of the sum"}};
}

} // namespace unseen
