// Quantiles of absolute errors and of distances (METHODS D.5, I.18).
#include "base/spec_keys.hpp"
#include "measure/entry.hpp"

#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace unseen {

namespace {

struct WeightedError {
    double error;
    double weight;
};

/// Without weights the type 7 quantile (Hyndman & Fan 1996). With weights the error at which their sum passes
/// q times the total, or the mean of two where it is that share between them (type 2): the median is that of
/// rows that are there as often as their weights say.
Value error_quantile(const PredictionView& view, double q)
{
    std::vector<double> distances(view.size());
    distances_of(view, distances);
    if (view.weight.empty()) {
        std::sort(distances.begin(), distances.end());
        if (std::isinf(distances.back())) return Value::none(reasons::infinite);
        return Value(quantile(distances, q));
    }
    std::vector<WeightedError> errors;
    ExactSum all;
    for (std::size_t i = 0; i < view.size(); ++i) {
        errors.push_back({distances[i], view.weight[i]});
        all.add(view.weight[i]);
    }
    std::sort(errors.begin(), errors.end(), [](const auto& a, const auto& b) { return a.error < b.error; });
    const double wanted = q * all.value();
    ExactSum sum;
    std::optional<double> lower; // the error up to which the weights are the share
    for (const auto& [error, weight] : errors) {
        if (weight == 0.0) continue;
        if (lower) return Value(*lower + (error - *lower) / 2.0);
        sum.add(weight);
        if (sum.value() > wanted) return Value(error);
        if (sum.value() == wanted) lower = error;
    }
    return Value(errors.back().error);
}

} // namespace

Measure distance_quantile(const Spec& spec, double q, bool several_targets)
{
    return {.spec = spec,
            .for_classes = false,
            .of_median = true,
            .several_targets = several_targets,
            .kind = OfRows{.value = [q](const PredictionView& view) { return error_quantile(view, q); },
                           .more = ErrorQuantile{.errors = distances_of, .level = q}}};
}

std::vector<MeasureEntry> error_quantile_measures()
{
    return {
        {.info = {.name = "median_ae",
                  .help = "median of absolute errors",
                  .aliases = {"neg_median_absolute_error", "median_absolute_error"}},
         .make = [](const Spec& spec) { return distance_quantile(spec, 0.5, false); },
         .main = true},
        {.info = {.name = "quantile_ae",
                  .help = "quantile of absolute errors",
                  .keys = {open_real_key("q", "0.9", "share of the errors below the quantile", 0.0, 1.0)}},
         .make = [](const Spec& spec) { return distance_quantile(spec, spec.real("q"), false); },
         .main = true},
    };
}

} // namespace unseen
