// Intervals of weighted or clustered rows, and of any measure by drawing rows anew (METHODS C.15, I.4).
#include "draws/bca.hpp"
#include "interval/few_clusters.hpp"
#include "interval/limits.hpp"
#include "interval/row_bootstrap.hpp"
#include "interval/test_interval_entry.hpp"
#include "interval/units_of.hpp"
#include "measure/row_influences.hpp"

#include "unseen/base/number.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace unseen {

namespace {

// Of rows of a class: figures that are biased by few have no interval below the first, others a warning below the second (docs/VALIDITY.md has the
// simulations).
constexpr std::uint64_t fewest_class_rows = 5;
constexpr std::uint64_t few_class_rows = 10;

std::vector<Warning> warnings_of(const TestIntervalInput& input, const Units& units)
{
    return input.cluster.empty() ? std::vector<Warning>{} : few_clusters_warning(units.size());
}

std::string too_few(const TestIntervalInput& input) { return input.cluster.empty() ? "one_row" : "one_cluster"; }

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

IntervalResult robust_t(const TestIntervalInput& input, Level level)
{
    if (!has_cubes(*input.predictions)) return {std::nullopt, "infinite"};
    const UnitsOf given(input);
    const Units& units = *given;
    if (units.size() < 2) return {std::nullopt, too_few(input)};
    const auto [error, t] = robust(input, units, level);
    if (!(error > 0.0)) return {std::nullopt, "zero_variance"};
    double lower = input.value - t * error;
    double upper = input.value + t * error;
    if (input.measure->finishes()) { // a root: of the mean on the logarithmic scale, as t_log
        double mean = 0.0;
        std::vector<double> values(input.predictions->size());
        input.measure->row_mean()->values(*input.predictions, values);
        ExactSum sum;
        ExactSum weights;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double w = input.predictions->weight_of(i);
            sum.add_product(w, values[i]);
            weights.add(w);
        }
        mean = sum.value() / weights.value();
        lower = input.value * std::exp(-t * error / (2.0 * mean));
        upper = input.value * std::exp(t * error / (2.0 * mean));
    }
    return {model_interval(input, level, lower, upper, "robust_t", Guarantee::asymptotic,
                           {"many of them, none of which carries most of the sum"}),
            "", warnings_of(input, units)};
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
IntervalResult robust_on_logit_scale(const TestIntervalInput& input, Level level, const char* name, double bias)
{
    const UnitsOf given(input);
    const Units& units = *given;
    if (units.size() < 2) return {std::nullopt, too_few(input)};
    const auto [error, t] = robust(input, units, level);
    if (!(error > 0.0) || !(input.value > 0.0 && input.value < 1.0)) return {std::nullopt, "zero_variance"};
    auto warnings = warnings_of(input, units);
    if (input.measure->class_ranks()) {
        const auto [c, rows] = smallest_class(*input.predictions, units);
        if (input.measure->class_ranks()->bias && rows < fewest_class_rows) return {std::nullopt, "too_few_rows"};
        if (rows < few_class_rows)
            warnings.push_back({"few_class_rows", "class '" + input.predictions->classes->name(c) + "' has only " +
                                                      std::to_string(rows) + (rows == 1 ? " row" : " rows") +
                                                      ": intervals of averages over classes may be too short with so few"});
    }
    const double centre = input.value - bias;
    if (!(centre > 0.0 && centre < 1.0)) return {std::nullopt, "biased"};
    const auto limits = on_logit_scale(centre, t * error / (centre * (1.0 - centre)));
    if (bias != 0.0 && !(limits.lower <= input.value && input.value <= limits.upper)) return {std::nullopt, "biased"};
    return {model_interval(input, level, limits.lower, limits.upper, name, Guarantee::asymptotic,
                           {"many of them, none of which carries most of the figure"}),
            "", std::move(warnings)};
}

IntervalResult robust_logit(const TestIntervalInput& input, Level level)
{
    return robust_on_logit_scale(input, level, "robust_logit", 0.0);
}

IntervalResult influence(const TestIntervalInput& input, Level level)
{
    const auto& bias = input.measure->class_ranks()->bias;
    return robust_on_logit_scale(input, level, "influence", bias ? bias(*input.predictions) : 0.0);
}

/// Percentile limits, or BCa ones where the acceleration is known.
IntervalResult drawn(const TestIntervalInput& input, Level level, bool bca)
{
    const std::string name = bca ? "bca" : "percentile";
    const UnitsOf given(input);
    const Units& units = *given;
    if (units.size() < 2) return {std::nullopt, too_few(input)};
    if (const auto why = why_not_drawn(*input.measure, *input.predictions, units, input.samples); !why.empty())
        return {std::nullopt, why};
    std::optional<RowBootstrap> own;
    if (input.bootstrap == nullptr)
        own = bootstrap_rows(std::span(&input.measure, 1), *input.predictions, units,
                             {.seed = input.seed, .count = input.samples, .threads = input.threads})
                  .front();
    const auto& result = own ? *own : *input.bootstrap;
    if (!result.acceleration && (bca || result.acceleration.reason() == "zero_variance"))
        return {std::nullopt, result.acceleration.reason()};
    auto [limits, missing] = drawn_limits(result.replicates, input.value,
                                          bca ? std::optional(result.acceleration.number()) : std::nullopt, level.outside());
    if (!missing.empty()) return {std::nullopt, missing};
    std::vector<std::string> more = {"a measure that changes smoothly with the rows"};
    if (result.drawn < units.size()) {
        const double scale = std::sqrt(static_cast<double>(result.drawn) / static_cast<double>(units.size()));
        limits = {input.value + scale * (limits.lower - input.value), input.value + scale * (limits.upper - input.value)};
        more.push_back("samples of " + std::to_string(result.drawn) + " of " + std::to_string(units.size()) +
                       " draws, their spread scaled by the root of the share");
    }
    return {model_interval(input, level, limits.lower, limits.upper, name, Guarantee::asymptotic, std::move(more)), "",
            warnings_of(input, units)};
}

IntervalResult bca(const TestIntervalInput& input, Level level) { return drawn(input, level, true); }
IntervalResult percentile(const TestIntervalInput& input, Level level) { return drawn(input, level, false); }

bool is_ranking(const Measure& m) { return m.rank_figure() || m.class_ranks(); }
bool is_class_ranking(const Measure& m) { return m.class_ranks(); }
bool drawing_is_costly(const TestIntervalInput& input) { return costs_too_much_to_draw(*input.predictions); }
bool is_mean(const Measure& m) { return m.row_mean(); }
bool is_drawn(const Measure& m) { return !m.calibration(); } // whose samples lie above the figure

} // namespace

std::vector<TestIntervalMethod> robust_intervals()
{
    return {{"robust_logit",
             "AUC, average precision of weighted or clustered rows: influences summed over clusters, on the logit scale",
             is_ranking, robust_logit, RowKind::weighted_or_clustered},
            {.name = "influence",
             .help = "AUC, average precision of several classes: variance from the rows' influence, on the logit scale",
             .valid = is_class_ranking,
             .compute = influence,
             .chosen = drawing_is_costly}};
}

std::vector<TestIntervalMethod> bootstrap_intervals()
{
    return {
        {"bca", "any measure: rows or clusters drawn anew, bias corrected and accelerated", is_drawn, bca, RowKind::any,
         IntervalWork::of_drawn_units},
        {"percentile", "any measure: rows or clusters drawn anew, plain quantiles", is_drawn, percentile, RowKind::any,
         IntervalWork::of_drawn_units},
        {"robust_t", "mean, or root of one, of weighted or clustered rows: Student's t over clusters", is_mean, robust_t,
         RowKind::weighted_or_clustered},
    };
}

} // namespace unseen
