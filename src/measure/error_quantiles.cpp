// Quantiles of absolute errors (METHODS D.5).
#include "measure/entry.hpp"

#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/quantile.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

struct WeightedError {
    double error;
    double weight;
};

/// Type 7 (Hyndman & Fan 1996); with weights the smallest error whose cumulative weight is at least q times all.
Value error_quantile(const PredictionView& view, double q)
{
    if (view.weight.empty()) {
        std::vector<double> errors;
        for (std::size_t i = 0; i < view.size(); ++i) errors.push_back(std::abs(view.value[i] - view.true_value[i]));
        std::sort(errors.begin(), errors.end());
        if (std::isinf(errors.back())) return Value::none("infinite");
        return Value(quantile(errors, q));
    }
    std::vector<WeightedError> errors;
    ExactSum all;
    for (std::size_t i = 0; i < view.size(); ++i) {
        errors.push_back({std::abs(view.value[i] - view.true_value[i]), view.weight[i]});
        all.add(view.weight[i]);
    }
    std::sort(errors.begin(), errors.end(), [](const auto& a, const auto& b) { return a.error < b.error; });
    const double wanted = q * all.value();
    ExactSum sum;
    for (const auto& e : errors) {
        sum.add(e.weight);
        if (sum.value() >= wanted) return Value(e.error);
    }
    return Value(errors.back().error);
}

Measure of_level(const Spec& spec, double q)
{
    return {.spec = spec,
            .for_classes = false,
            .statistic = Statistic::quantile,
            .whole = [q](const PredictionView& view) { return error_quantile(view, q); },
            .quantile_level = q};
}

} // namespace

std::vector<MeasureEntry> error_quantile_measures()
{
    return {
        {.info = {.name = "median_ae", .help = "median of absolute errors"},
         .make = [](const Spec& spec) { return of_level(spec, 0.5); }},
        {.info = {.name = "quantile_ae",
                  .help = "quantile of absolute errors",
                  .keys = {{.name = "q",
                            .kind = SpecKey::Kind::real,
                            .fallback = "0.9",
                            .help = "so many of the errors lie below",
                            .lowest = 0.0,
                            .highest = 1.0,
                            .open = true}}},
         .make = [](const Spec& spec) { return of_level(spec, spec.real("q")); }},
    };
}

} // namespace unseen
