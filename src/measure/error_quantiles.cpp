// Quantiles of absolute errors and of distances (METHODS D.5, I.18).
#include "base/spec_keys.hpp"
#include "measure/entry.hpp"
#include "stats/weighted_quantile.hpp"

#include "unseen/stats/quantile.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

/// Without weights the type 7 quantile (Hyndman & Fan 1996), with weights weighted_quantile().
Value error_quantile(const PredictionView& view, double q)
{
    std::vector<double> distances(view.size());
    distances_of(view, distances);
    if (view.weight.empty()) {
        std::sort(distances.begin(), distances.end());
        if (std::isinf(distances.back())) return Value::none(reasons::infinite);
        return Value(quantile(distances, q));
    }
    return Value(weighted_quantile_unsorted(distances, view.weight, q));
}

} // namespace

Measure distance_quantile(const Spec& spec, double q, bool several_targets)
{
    return {.spec = spec,
            .judges = Judges::numbers,
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
