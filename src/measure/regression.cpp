// Measures of predicted numbers (METHODS D.5; gamma by I.12).
#include "base/spec_keys.hpp"
#include "measure/entry.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace unseen {

namespace {

double mean_of(std::span<const double> values)
{
    ExactSum sum;
    sum.add(values);
    return sum.value() / static_cast<double>(values.size());
}

/// The sum of the weights of all rows.
double weight_of_all(const PredictionView& view)
{
    if (view.weight.empty()) return static_cast<double>(view.size());
    ExactSum sum;
    sum.add(view.weight);
    return sum.value();
}

/// The mean of (y_j - d_k)^2 over all pairs, weighted by w_j w_k. It is computed from moments about the mean
/// of y, which avoids cancellation. O(n).
double squared_over_pairs(const PredictionView& view)
{
    const double centre = mean_of(view.true_value);
    ExactSum squares;
    ExactSum truth;
    ExactSum predicted;
    for (std::size_t i = 0; i < view.size(); ++i) {
        const double w = view.weight_of(i);
        const double y = view.true_value[i] - centre;
        const double d = view.value[i] - centre;
        squares.add_product(w * y, y);
        squares.add_product(w * d, d);
        truth.add_product(w, y);
        predicted.add_product(w, d);
    }
    const double all = weight_of_all(view);
    return squares.value() / all - 2.0 * (truth.value() / all) * (predicted.value() / all);
}

/// The mean of |y_j - d_k| over all pairs, weighted by w_j w_k, by the rank of each d among the sorted y and
/// prefix sums. O(n log n).
double absolute_over_pairs(const PredictionView& view)
{
    const double centre = mean_of(view.true_value);
    std::vector<std::pair<double, double>> truths; // y and its weight
    for (std::size_t i = 0; i < view.size(); ++i)
        truths.emplace_back(view.true_value[i] - centre, view.weight_of(i));
    std::sort(truths.begin(), truths.end());
    std::vector<double> weights{0.0}; // of the smallest 0, 1, 2 ... truths
    std::vector<double> values{0.0};  // their weighted sums
    ExactSum weight;
    ExactSum value;
    for (const auto& [y, w] : truths) {
        weight.add(w);
        value.add_product(w, y);
        weights.push_back(weight.value());
        values.push_back(value.value());
    }
    ExactSum sum;
    for (std::size_t i = 0; i < view.size(); ++i) {
        const double d = view.value[i] - centre;
        const auto rank = static_cast<std::size_t>(
            std::ranges::upper_bound(truths, d, {}, [](const auto& t) { return t.first; }) - truths.begin());
        const double mean = d * weights[rank] - values[rank] + (values.back() - values[rank]) -
                            d * (weights.back() - weights[rank]);
        sum.add_product(view.weight_of(i), mean);
    }
    return sum.value() / weights.back() / weights.back();
}

void squared_errors(const PredictionView& view, std::span<double> values)
{
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double error = view.value[i] - view.true_value[i];
        values[i] = error * error;
    }
}

/// The squared deviations of the truth from its weighted mean.
void squared_deviations(const PredictionView& view, std::span<double> values)
{
    ExactSum sum;
    for (std::size_t i = 0; i < values.size(); ++i) sum.add_product(view.weight_of(i), view.true_value[i]);
    const double mean = sum.value() / weight_of_all(view);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double deviation = view.true_value[i] - mean;
        values[i] = deviation * deviation;
    }
}

void absolute_errors(const PredictionView& view, std::span<double> values)
{
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::abs(view.value[i] - view.true_value[i]);
}

/// The exact sum of value(row), times the row's weight; none if a value is infinite. Rows go through blocks
/// that stay in the cache.
template <class RowValue>
std::optional<double> sum_over_rows(const PredictionView& view, const RowValue& value)
{
    ExactSum sum;
    std::array<double, 2048> block;
    for (std::size_t begin = 0; begin < view.size(); begin += block.size()) {
        const std::size_t n = std::min(block.size(), view.size() - begin);
        std::uint64_t infinite = 0;
        for (std::size_t i = 0; i < n; ++i) {
            block[i] = value(begin + i);
            infinite += std::isinf(block[i]) ? 1 : 0;
        }
        if (infinite > 0) return std::nullopt;
        if (view.weight.empty())
            sum.add(std::span(block).first(n));
        else
            for (std::size_t i = 0; i < n; ++i) sum.add_product(view.weight[begin + i], block[i]);
    }
    return sum.value();
}

/// 1 - SSE / SST with SST about the weighted mean of the truth. Sums are exact. `constant_truth` if SST is 0.
Value r_squared(const PredictionView& view)
{
    const auto truth = sum_over_rows(view, [&](std::size_t i) { return view.true_value[i]; });
    if (!truth) return Value::none(reasons::infinite);
    const double centre = *truth / weight_of_all(view);
    const auto errors = sum_over_rows(view, [&](std::size_t i) {
        const double e = view.value[i] - view.true_value[i];
        return e * e;
    });
    const auto spread = sum_over_rows(view, [&](std::size_t i) {
        const double d = view.true_value[i] - centre;
        return d * d;
    });
    if (!errors || !spread) return Value::none(reasons::infinite);
    const auto is_first = [&](double y) { return y == view.true_value.front(); };
    if (std::ranges::all_of(view.true_value, is_first) || !(*spread > 0.0))
        return Value::none(reasons::constant_truth);
    return Value(1.0 - *errors / *spread);
}

Measure of_numbers(const Spec& spec, RowMean mean)
{
    return {.spec = spec, .judges = Judges::numbers, .kind = std::move(mean)};
}

/// A measure of absolute errors, or of losses like them.
Measure of_absolute_errors(const Spec& spec, RowMean mean)
{
    auto measure = of_numbers(spec, std::move(mean));
    measure.of_median = true;
    return measure;
}

/// A measure that is the mean of one loss per row.
template <class Loss>
Measure mean_loss(const Spec& spec, Loss loss)
{
    return of_absolute_errors(spec, {.values = [loss](const PredictionView& view, std::span<double> values) {
                                  for (std::size_t i = 0; i < values.size(); ++i)
                                      values[i] = loss(view.true_value[i], view.value[i]);
                              }});
}

/// Errors are not divided by less.
constexpr double least_truth = 0x1p-52;

/// |y - p| / max(|y|, 2^-52), as scikit-learn.
double relative_error(double truth, double predicted)
{
    return std::abs(predicted - truth) / std::max(std::abs(truth), least_truth);
}

Measure mape(const Spec& spec)
{
    auto measure = mean_loss(spec, relative_error);
    measure.clipped = {.find =
                           [](const PredictionView& view) {
                               std::vector<std::uint32_t> rows;
                               for (std::uint32_t i = 0; i < view.size(); ++i)
                                   if (std::abs(view.true_value[i]) < least_truth) rows.push_back(i);
                               return rows;
                           },
                       .one = "a truth of 0, of which an error is no percentage",
                       .many = "a truth of 0, of which an error is no percentage"};
    return measure;
}

Measure pinball(const Spec& spec)
{
    const double q = spec.real("q");
    auto measure = mean_loss(spec, [q](double truth, double predicted) {
        const double d = truth - predicted;
        return d >= 0.0 ? q * d : (q - 1.0) * d;
    });
    measure.by_name_only = true;
    return measure;
}

Measure within(const Spec& spec)
{
    const double most = spec.real("t");
    return {.spec = spec,
            .judges = Judges::numbers,
            .direction = Direction::higher_is_better,
            .highest = 1.0,
            .of_median = true,
            .several_targets = true,
            .by_name_only = true,
            .kind = RowMean{.values =
                                [most](const PredictionView& view, std::span<double> values) {
                                    distances_of(view, values);
                                    for (auto& v : values) v = v <= most ? 1.0 : 0.0;
                                },
                            .proportion = true}};
}

} // namespace

std::vector<MeasureEntry> regression_measures()
{
    return {
        {.info = {.name = "mse",
                  .help = "mean of squared errors",
                  .aliases = {"neg_mean_squared_error", "mean_squared_error"}},
         .make =
             [](const Spec& spec) {
                 return of_numbers(spec, {.values = squared_errors,
                                          .loss = RowMean::Loss::squared_error,
                                          .no_information = squared_over_pairs});
             }},
        {.info = {.name = "rmse",
                  .help = "root of the mean of squared errors",
                  .aliases = {"neg_root_mean_squared_error", "root_mean_squared_error"}},
         .make =
             [](const Spec& spec) {
                 return of_numbers(spec, {.values = squared_errors,
                                          .finish = [](double mean) { return std::sqrt(mean); },
                                          .loss = RowMean::Loss::squared_error,
                                          .no_information = squared_over_pairs});
             },
         .main = true},
        {.info = {.name = "mae",
                  .help = "mean of absolute errors",
                  .aliases = {"neg_mean_absolute_error", "mean_absolute_error"}},
         .make =
             [](const Spec& spec) {
                 return of_absolute_errors(
                     spec, {.values = absolute_errors, .no_information = absolute_over_pairs});
             },
         .main = true},
        {.info = {.name = "r2",
                  .help = "share of the variance of the truth that is explained",
                  .aliases = {"r2_score", "rsq_trad"}},
         .make =
             [](const Spec& spec) {
                 return Measure{.spec = spec,
                                .judges = Judges::numbers,
                                .direction = Direction::higher_is_better,
                                .lowest = -std::numeric_limits<double>::infinity(),
                                .highest = 1.0,
                                .of_whole_repeats = true,
                                .kind = OfRows{.value = r_squared,
                                               .more = ExplainedShare{.losses = squared_errors,
                                                                      .of_constant = squared_deviations}}};
             },
         .main = true},
        {.info = {.name = "mape",
                  .help = "mean of |error| / |truth|, with |truth| raised to at least 2^-52",
                  .aliases = {"neg_mean_absolute_percentage_error", "mean_absolute_percentage_error"}},
         .make = mape},
        {.info = {.name = "pinball",
                  .help = "mean loss of a predicted quantile",
                  .keys = {real_key("q", "0.5", "level of the predicted quantile", 0.0, 1.0)},
                  .aliases = {"mean_pinball_loss"}},
         .make = pinball},
        {.info = {.name = "within",
                  .help = "share of rows with an absolute error (or distance) of at most t",
                  .keys = {{.name = "t",
                            .kind = SpecKey::Kind::real,
                            .fallback = "1",
                            .help = "largest error, in the units of the target",
                            .lowest = 0.0}}},
         .make = within},
    };
}

} // namespace unseen
