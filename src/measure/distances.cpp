// Distances between true and predicted points of one or several numbers (METHODS D.5, I.18).
#include "base/spec_keys.hpp"
#include "measure/entry.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

/// sqrt(sum d^2). The largest difference is factored out first, so that squares do not overflow.
double euclidean(std::span<const double> a, std::span<const double> b)
{
    double largest = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
    if (!(largest > 0.0) || std::isinf(largest)) return largest;
    double sum = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        const double d = (a[k] - b[k]) / largest;
        sum += d * d;
    }
    return largest * std::sqrt(sum);
}

} // namespace

void distances_of(const PredictionView& view, std::span<double> values)
{
    if (view.targets == 1) {
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = std::abs(view.value[i] - view.true_value[i]);
        return;
    }
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = euclidean(view.true_value.subspan(i * view.targets, view.targets),
                              view.value.subspan(i * view.targets, view.targets));
}

std::vector<MeasureEntry> distance_measures()
{
    // For single numbers a distance is the absolute error, which mae, median_ae and quantile_ae report.
    return {
        {.info = {.name = "mean_distance",
                  .help = "mean Euclidean distance of the predicted point from the true one"},
         .make =
             [](const Spec& spec) {
                 return Measure{.spec = spec,
                                .judges = Judges::numbers,
                                .several_targets = true,
                                .kind = RowMean{.values = distances_of}};
             },
         .main = true},
        {.info = {.name = "median_distance", .help = "median of these distances"},
         .make = [](const Spec& spec) { return distance_quantile(spec, 0.5, true); },
         .main = true},
        {.info = {.name = "quantile_distance",
                  .help = "quantile of these distances",
                  .keys = {open_real_key("q", "0.9", "share of the distances below the quantile", 0.0, 1.0)}},
         .make = [](const Spec& spec) { return distance_quantile(spec, spec.real("q"), true); },
         .main = true},
    };
}

} // namespace unseen
