// Measures of predicted numbers (METHODS D.5; gamma by I.12).
#include "measure/entry.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

double mean_of(std::span<const double> values)
{
    ExactSum sum;
    for (const double v : values) sum.add(v);
    return sum.value() / static_cast<double>(values.size());
}

/// Mean of (y_j - d_k)^2 over all pairs, from moments about the mean of y, so that nothing cancels: O(n).
double squared_over_pairs(const PredictionView& view)
{
    const double centre = mean_of(view.true_value);
    ExactSum squares;
    ExactSum truth;
    ExactSum predicted;
    for (std::size_t i = 0; i < view.size(); ++i) {
        const double y = view.true_value[i] - centre;
        const double d = view.value[i] - centre;
        squares.add_product(y, y);
        squares.add_product(d, d);
        truth.add(y);
        predicted.add(d);
    }
    const auto n = static_cast<double>(view.size());
    return squares.value() / n - 2.0 * (truth.value() / n) * (predicted.value() / n);
}

/// Mean of |y_j - d_k| over all pairs: y sorted with prefix sums, each d finds its rank: O(n log n).
double absolute_over_pairs(const PredictionView& view)
{
    const double centre = mean_of(view.true_value);
    std::vector<double> y(view.true_value.begin(), view.true_value.end());
    for (auto& v : y) v -= centre;
    std::sort(y.begin(), y.end());
    std::vector<double> prefix(y.size() + 1, 0.0);
    ExactSum running;
    for (std::size_t i = 0; i < y.size(); ++i) {
        running.add(y[i]);
        prefix[i + 1] = running.value();
    }
    const auto n = static_cast<double>(y.size());
    ExactSum sum;
    for (const double value : view.value) {
        const double d = value - centre;
        const auto rank = static_cast<std::size_t>(std::upper_bound(y.begin(), y.end(), d) - y.begin());
        const auto below = static_cast<double>(rank);
        sum.add(d * below - prefix[rank] + (prefix.back() - prefix[rank]) - d * (n - below));
    }
    return sum.value() / n / n;
}

void squared_errors(const PredictionView& view, std::span<double> values)
{
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double error = view.value[i] - view.true_value[i];
        values[i] = error * error;
    }
}

void absolute_errors(const PredictionView& view, std::span<double> values)
{
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::abs(view.value[i] - view.true_value[i]);
}

} // namespace

std::vector<MeasureEntry> regression_measures()
{
    return {
        {.info = {.name = "mse", .help = "mean of squared errors"},
         .make =
             [](const Spec& spec) {
                 return Measure{
                     .spec = spec, .for_classes = false, .row_values = squared_errors, .no_information = squared_over_pairs};
             }},
        {.info = {.name = "rmse", .help = "root of the mean of squared errors"},
         .make =
             [](const Spec& spec) {
                 return Measure{.spec = spec,
                                .for_classes = false,
                                .row_values = squared_errors,
                                .finish = [](double mean) { return std::sqrt(mean); },
                                .no_information = squared_over_pairs};
             }},
        {.info = {.name = "mae", .help = "mean of absolute errors"},
         .make =
             [](const Spec& spec) {
                 return Measure{
                     .spec = spec, .for_classes = false, .row_values = absolute_errors, .no_information = absolute_over_pairs};
             }},
    };
}

} // namespace unseen
