// Measures of the values of items that were judged elsewhere: rubrics, overlaps, rates of words (METHODS
// I.31).
#include "base/spec_keys.hpp"
#include "measure/entry.hpp"
#include "stats/weighted_quantile.hpp"

#include "unseen/stats/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unseen {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void values_of(const PredictionView& view, std::span<double> values)
{
    std::ranges::copy(view.value, values.begin());
}

/// Without weights the type 7 quantile (Hyndman & Fan 1996), with weights weighted_quantile().
Value value_quantile(const PredictionView& view, double q)
{
    std::vector<double> values(view.value.begin(), view.value.end());
    if (!view.weight.empty()) return Value(weighted_quantile_unsorted(values, view.weight, q));
    std::ranges::sort(values);
    return Value(quantile(values, q));
}

/// The range and the direction are those of the rows: of_rows().
Measure of_values(const Spec& spec, decltype(Measure::kind) kind)
{
    return {.spec = spec, .judges = Judges::values, .lowest = -infinity, .kind = std::move(kind)};
}

Measure quantile_of_values(const Spec& spec, double q)
{
    return of_values(spec,
                     OfRows{.value = [q](const PredictionView& view) { return value_quantile(view, q); },
                            .more = ErrorQuantile{.errors = values_of, .level = q}});
}

Measure sum_of_values(const Spec& spec)
{
    auto measure =
        of_values(spec, RowMean{.values = values_of, .items = static_cast<double>(spec.integer("items"))});
    measure.by_name_only = true;
    return measure;
}

/// A share of the k-subsets of an item's n answers, c of them right.
using Share = double (*)(double n, double c, std::uint32_t k);

/// The jackknife's pseudo-values of the share: n times it, less n - 1 times that of the other answers alone.
/// The variance of their mean is, on average, not below that of the share (Efron & Stein 1981). If k answers
/// are all there are, none can be left out, and each stands for the share.
std::vector<double> pseudo_values(Share share, std::uint32_t k, std::span<const double> answers)
{
    const auto n = static_cast<double>(answers.size());
    const auto c = static_cast<double>(std::ranges::count(answers, 1.0));
    const double of_all = share(n, c, k);
    std::vector<double> values;
    for (const double answer : answers)
        values.push_back(n > k ? n * of_all - (n - 1.0) * share(n - 1.0, c - answer, k) : of_all);
    return values;
}

Measure of_answers(const Spec& spec, Share share)
{
    const auto k = static_cast<std::uint32_t>(spec.integer("k"));
    const auto values = [share, k](const PredictionView& view, std::span<double> of_items) {
        for (std::size_t i = 0; i < of_items.size(); ++i) {
            const double n = view.answers.empty() ? 1.0 : view.answers[i];
            of_items[i] = share(n, std::clamp(std::round(n * view.value[i]), 0.0, n), k);
        }
    };
    return {.spec = spec,
            .judges = Judges::values,
            .direction = Direction::higher_is_better,
            .highest = 1.0,
            .drawn_answers = k,
            .by_name_only = true,
            .kind = RowMean{.values = values, .of_repeats = [share, k](std::span<const double> answers) {
                                return pseudo_values(share, k, answers);
                            }}};
}

/// C(c, k) / C(n, k), the share of the subsets that are all right.
double all_right(double n, double c, std::uint32_t k)
{
    if (c < k) return 0.0;
    double share = 1.0;
    for (std::uint32_t j = 0; j < k; ++j) share *= (c - j) / (n - j);
    return share;
}
double one_right(double n, double c, std::uint32_t k) { return 1.0 - all_right(n, n - c, k); }

SpecKey answers_key() { return integer_key("k", "1", "how many of an item's answers are drawn", 1, 1e9); }

} // namespace

std::vector<MeasureEntry> item_measures()
{
    return {
        {.info = {.name = "mean", .help = "mean of the values of items"},
         .make = [](const Spec& spec) { return of_values(spec, RowMean{.values = values_of}); },
         .main = true},
        {.info = {.name = "median", .help = "median of the values of items"},
         .make = [](const Spec& spec) { return quantile_of_values(spec, 0.5); },
         .main = true},
        {.info = {.name = "quantile",
                  .help = "quantile of the values of items",
                  .keys = {open_real_key("q", "0.9", "share of the values below the quantile", 0.0, 1.0)}},
         .make =
             [](const Spec& spec) {
                 auto measure = quantile_of_values(spec, spec.real("q"));
                 measure.by_name_only = true;
                 return measure;
             }},
        {.info = {.name = "sum",
                  .help = "mean of the values times a number of items",
                  .keys = {integer_key(
                      "items", "0", "how many items the sum is of; 0: as many as were judged", 0.0, 1e15)}},
         .make = sum_of_values},
        {.info = {.name = "pass_at",
                  .help =
                      "pass@k: how often at least one of k answers to an item is right (Chen et al. 2021)",
                  .keys = {answers_key()},
                  .aliases = {"pass_at_k"}},
         .make = [](const Spec& spec) { return of_answers(spec, one_right); }},
        {.info = {.name = "pass_all",
                  .help = "pass^k: how often all of k answers to an item are right (Yao et al. 2024)",
                  .keys = {answers_key()},
                  .aliases = {"pass_hat_k"}},
         .make = [](const Spec& spec) { return of_answers(spec, all_right); }},
    };
}

} // namespace unseen
