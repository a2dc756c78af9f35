// Tests of means of row values: BCa, t, Wilcoxon, sign, Diebold-Mariano (METHODS E.7, E.8, I.4, I.5).
#include "base/add_once.hpp"
#include "compare/rows/row_values.hpp"
#include "interval/end_dirichlet.hpp"
#include "interval/methods.hpp"

#include "unseen/compare/paired.hpp"
#include "unseen/interval/repeated.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/moments.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

namespace unseen::compare::detail {

namespace {

const UnitSums& unit_sums(const PairInput& input)
{
    return input.shared_sums.get([&] {
        const auto& values = row_values(input);
        const auto sums = [&](const auto& of_row) {
            std::vector<double> weighted;
            for (std::size_t i = 0; i < input.a.size(); ++i)
                weighted.push_back(input.a.weight_of(i) * of_row(i));
            return sums_over(input.units, weighted);
        };
        return UnitSums{sums([&](std::size_t i) { return values.a[i]; }),
                        sums([&](std::size_t i) { return values.b[i]; }),
                        sums([](std::size_t) { return 1.0; })};
    });
}

double total(std::span<const double> numbers)
{
    ExactSum sum;
    sum.add(numbers);
    return sum.value();
}

/// Sets terms below 1e-12 of the largest to 0: they are rounding errors, as in 0.3 - 0.1 - 0.2.
std::vector<double> swap_terms(const UnitSums& sums)
{
    std::vector<double> terms;
    double largest = 0.0;
    for (std::size_t u = 0; u < sums.a.size(); ++u) {
        terms.push_back(sums.a[u] - sums.b[u]);
        largest = std::max(largest, std::abs(terms.back()));
    }
    for (double& x : terms)
        if (std::abs(x) <= 1e-12 * largest) x = 0.0;
    return terms;
}

Bca bootstrap_sums(const PairInput& input, const UnitSums& sums)
{
    const OfCounts of_counts = [&](std::span<const std::uint32_t> times) {
        double a = 0.0;
        double b = 0.0;
        double w = 0.0;
        for (std::size_t u = 0; u < times.size(); ++u) {
            a += times[u] * sums.a[u];
            b += times[u] * sums.b[u];
            w += times[u] * sums.weight[u];
        }
        return difference_of_sums(input.measure, a, b, w);
    };
    const double a = total(sums.a);
    const double b = total(sums.b);
    const double w = total(sums.weight);
    std::vector<Value> left;
    for (std::size_t u = 0; u < sums.a.size(); ++u)
        left.push_back(difference_of_sums(input.measure, a - sums.a[u], b - sums.b[u], w - sums.weight[u]));
    return {.replicates = replicates(sums.a.size(), of_counts, input.samples()),
            .value = difference_of_sums(input.measure, a, b, w).number(),
            .acceleration = acceleration_of(left)};
}

/// The standard error of the difference of the means, from the sums S_g and W_g over units: that of the
/// residuals u_g = S_g - mean W_g, the linearised error of a weighted mean (METHODS I.4).
double spread_of(const UnitSums& sums)
{
    const double w = total(sums.weight);
    const double mean = (total(sums.a) - total(sums.b)) / w;
    ExactSum squares;
    for (std::size_t u = 0; u < sums.a.size(); ++u) {
        const double residual = sums.a[u] - sums.b[u] - mean * sums.weight[u];
        squares.add(residual * residual);
    }
    const auto g = static_cast<double>(sums.a.size());
    return std::sqrt(squares.value() * (g > 1.0 ? g / (g - 1.0) : 1.0)) / w;
}

/// Adds the warning `of_row_values` if the measure is a function of the mean of row values: the test is about
/// that mean.
Inference of_row_values(const PairInput& input, Inference inference)
{
    if (!input.measure.finishes()) return inference;
    auto& result = inference.comparison;
    result.difference = Value::none(reasons::of_row_values);
    result.interval = reasons::of_row_values;
    result.warnings.push_back(
        {warnings::of_row_values,
         "this test is about the rows' losses, of whose mean '" + input.measure.name() + "' is a function"});
    return {.comparison = std::move(result)};
}

/// A test that assumes independent rows.
template <class Test>
std::vector<Inference> of_plain_rows(const PairInput& input, const Test& test)
{
    if (!input.plain()) return {};
    const auto& values = row_values(input);
    return {of_row_values(input, test(input.scores(values.a, values.b)))};
}

/// Whatever both tests show.
Inference surer_of_neither(Inference a, const Inference& b)
{
    const auto larger = [](auto one, auto other) {
        return [=](double x) { return std::max(one(x), other(x)); };
    };
    a.above = larger(a.above, b.above);
    a.below = larger(a.below, b.below);
    a.limits = [one = a.limits, other = b.limits](double outside) {
        const Limits x = one(outside);
        const Limits y = other(outside);
        return Limits{std::min(x.lower, y.lower), std::max(x.upper, y.upper)};
    };
    a.detectable = [one = a.detectable, other = b.detectable](double power) {
        const Value x = one(power);
        const Value y = other(power);
        return x && y ? Value(std::max(x.number(), y.number())) : x ? y : x;
    };
    auto& p = a.comparison.p_value;
    auto& p_one_sided = a.comparison.p_value_one_sided;
    p = std::max(p.number(), b.comparison.p_value.number());
    p_one_sided = std::max(p_one_sided.number(), b.comparison.p_value_one_sided.number());
    return a;
}

/// The permutation test inverted: the shifts of the mean difference that it does not reject.
void take_own_interval(Inference& result, const PairInput& input, std::span<const double> terms)
{
    Moments moments;
    moments.add(terms);
    const auto n = static_cast<double>(terms.size());
    const double error = n < 2.0 ? 0.0 : std::sqrt(moments.variance() / n);
    const double largest = std::ranges::max(terms, {}, [](double x) { return std::abs(x); });
    if (!(error * std::sqrt(n) > 1e-12 * std::abs(largest))) {
        result.comparison.interval = reasons::zero_variance;
        return;
    }
    const auto shifts = std::make_shared<const SwapShifts>(terms, input.permutations());
    if (shifts->least_p() > input.outside()) {
        result.comparison.interval = reasons::too_few_rows;
        return;
    }
    result.above = [shifts](double shift) { return shifts->p_above(shift); };
    result.below = [shifts](double shift) { return shifts->p_below(shift); };
    result.limits = [shifts](double outside) { return shifts->limits(outside); };
    result.detectable = [=, outside = input.outside()](double power) {
        return Value(detectable_noncentrality(n - 1.0, outside, power) * error);
    };
    set_interval(result, input, "permutation", Guarantee::asymptotic,
                 {"Rows are independent draws.",
                  "There are enough rows for the mean difference to be about normal, or the differences are "
                  "symmetric about their mean."});
}

} // namespace

std::vector<Inference> losses_diebold_mariano(const PairInput& input)
{
    if (!input.design.time_ordered || !input.plain()) return {};
    const auto& values = row_values(input);
    auto result = of_row_values(input, diebold_mariano_inference(input.scores(values.a, values.b),
                                                                 input.design.horizon, input.options.level));
    result.allows_for_time = true;
    return {std::move(result)};
}

/// The differences of the rows, or their sums over clusters, lie between -r and r, r the range of the
/// measure. The tails of probability_below() are p-values, and end_dirichlet_limits() with d = 0 inverts
/// them.
std::vector<Inference> losses_gaffke(const PairInput& input)
{
    const auto& measure = input.measure;
    const double range = measure.highest - measure.lowest;
    if (!measure.additive() || measure.row_mean()->cut_off || !std::isfinite(range) ||
        input.design.time_ordered)
        return {};
    const auto& sums = unit_sums(input);
    RangedValues differences{.sums = swap_terms(sums), .weights = {}, .low = -range, .high = range};
    if (!input.plain()) differences.weights = sums.weight;
    differences.largest_end = input.weighted();
    for (const double x : differences.sums)
        if (!std::isfinite(x)) return {};
    Inference result{.comparison = comparison_of(input, "gaffke")};
    if (input.clustered()) result.comparison.warnings = uneven_warning(differences.weights);
    const double end = differences.end_weight() / total(sums.weight); // the share of the term at the end
    const auto of_a = std::make_shared<const RangedValues>(differences);
    const auto of_b = std::make_shared<const RangedValues>(turned_round(std::move(differences)));
    result.above = [of_a](double c) { return probability_below(*of_a, c); };
    result.below = [of_b](double c) { return probability_below(*of_b, -c); };
    result.limits = [of_a](double outside) { return end_dirichlet_limits(*of_a, 0.0, outside); };
    // A common difference D has the p-value (1 + D / range)^-n; with many differences that vary, the term at
    // the end moves the limit by its share.
    result.detectable = [=, error = spread_of(sums), outside = input.outside()](double power) {
        const double found =
            normal_quantile(power) * error + std::max(normal_quantile(tail(outside)) * error + range * end,
                                                      range * std::expm1(-end * std::log(outside / 2.0)));
        return found < range ? Value(found) : Value::none(reasons::too_few_rows);
    };
    const double above = result.above(0.0);
    const double below = result.below(0.0);
    result.comparison.p_value = as_probability(2.0 * std::min(above, below));
    result.comparison.p_value_one_sided = as_probability(input.higher() ? above : below);
    set_interval(result, input, "gaffke", Guarantee::heuristic, {independent_units(input)});
    return {std::move(result)};
}

namespace {

/// A's values less B's, of each repeat of each item.
std::optional<RepeatedItems> differences_of_runs(const PairInput& input)
{
    const auto* a = input.a.repeated;
    const auto* b = input.b.repeated;
    if (a == nullptr || b == nullptr || a->run.empty() || a->run != b->run) return std::nullopt;
    auto all = in_runs(input.measure, *a);
    const auto other = in_runs(input.measure, *b);
    for (std::size_t i = 0; i < all.values.size(); ++i)
        for (std::size_t r = 0; r < all.values[i].size(); ++r)
            all.values[i][r] = input.measure.row_mean()->items * (all.values[i][r] - other.values[i][r]);
    return all;
}

/// The test of the variances of items and runs.
Inference from_runs(const PairInput& input, const CrossedRuns& runs)
{
    auto comparison = comparison_of(input, "items_and_runs");
    comparison.statistic = runs.mean / runs.error();
    const double p = runs.tail(std::abs(runs.mean));
    comparison.p_value = as_probability(2.0 * p);
    comparison.p_value_one_sided = input.higher() == (runs.mean > 0.0) ? p : 1.0 - p;
    Inference result{.comparison = std::move(comparison)};
    result.above = [runs](double shift) { return runs.tail(runs.mean - shift); };
    result.below = [runs](double shift) { return runs.tail(shift - runs.mean); };
    result.limits = [runs](double outside) {
        const double half = runs.half(outside);
        return Limits{runs.mean - half, runs.mean + half};
    };
    result.detectable = [runs, outside = input.outside()](double power) {
        return Value(runs.half(outside) + normal_quantile(power) * runs.error());
    };
    return result;
}

} // namespace

/// The larger p-value and the wider limits of losses_gaffke() and of the variances of items and runs
/// (crossed_runs()), which alone decide where values have no range.
std::vector<Inference> losses_items_and_runs(const PairInput& input)
{
    const auto differences = differences_of_runs(input);
    if (!differences) return {};
    const auto runs = crossed_runs(*differences, input.design.cluster);
    if (!runs) return {};
    auto result = from_runs(input, *runs);
    for (const auto& items : losses_gaffke(input)) {
        result = surer_of_neither(std::move(result), items);
        result.comparison.warnings = items.comparison.warnings;
    }
    add_once(result.comparison.warnings, few_runs_warning(*runs));
    result.comparison.figures = {
        {.name = "runs", .value = static_cast<double>(runs->runs), .kind = Figure::Kind::count},
        {"runs_f", runs->f},
        {"runs_p_value", runs->p_value}};
    set_interval(result, input, "items_and_runs", Guarantee::heuristic,
                 {input.clustered() ? independent_units(input) : "Items are independent draws.",
                  "Runs are independent draws."});
    return {std::move(result)};
}

std::vector<Inference> losses_unit_t(const PairInput& input)
{
    if (input.plain() || input.measure.finishes()) return {};
    const auto& sums = unit_sums(input);
    const auto g = static_cast<double>(sums.a.size());
    const double w = total(sums.weight);
    const double difference = input.difference();
    double largest = 0.0;
    for (std::size_t u = 0; u < sums.a.size(); ++u)
        largest = std::max(largest, std::abs(sums.a[u] - sums.b[u]));
    const double error = spread_of(sums);
    Inference result{.comparison = comparison_of(input, "paired_t")};
    if (sums.a.size() < 2 || !(error * w > 1e-12 * largest)) {
        const bool several = sums.a.size() >= 2;
        take_away(result.comparison, several ? reasons::zero_variance : reasons::one_unit,
                  several && largest == 0.0);
        return {std::move(result)};
    }
    result =
        from_error(std::move(result.comparison), difference, error, g - 1.0, input.higher(), input.outside());
    set_interval(
        result, input, input.clustered() ? "t_clusters" : "t_weights", Guarantee::asymptotic,
        {independent_units(input), "There are enough draws for the mean difference to be about normal."});
    return {std::move(result)};
}

std::vector<Inference> losses_bootstrap(const PairInput& input)
{
    const auto few = input.plain() ? bootstrap_value_pairs(input) : std::nullopt;
    return {bootstrap_test(input, few ? *few : bootstrap_sums(input, unit_sums(input)))};
}

/// Swaps keep the sum s of the two means, and f(x) - f(s - x) increases with x if f does. So the differences
/// of means and of the measure have the same order.
std::vector<Inference> losses_permutation(const PairInput& input)
{
    const auto terms = swap_terms(unit_sums(input));
    auto result = permutation_test(input, swap_signs(terms, input.permutations()));
    if (input.measure.finishes()) {
        result = with_interval_of(std::move(result), losses_bootstrap(input).front());
    } else if (input.plain()) {
        take_own_interval(result, input, terms);
    }
    return {std::move(result)};
}

std::vector<Inference> losses_paired_t(const PairInput& input)
{
    return of_plain_rows(input, [&](const PairedScores& scores) {
        auto result = paired_t_inference(scores, 0.0, input.options.level);
        if (auto& interval = result.comparison.interval) {
            interval->estimand = Estimand::model;
            interval->guarantee = Guarantee::asymptotic;
            interval->assumptions = {"Rows are independent draws.",
                                     "There are enough rows for the mean difference to be about normal."};
        }
        return result;
    });
}

std::vector<Inference> losses_wilcoxon(const PairInput& input)
{
    return of_plain_rows(
        input, [](const PairedScores& scores) { return Inference{.comparison = wilcoxon(scores)}; });
}

std::vector<Inference> losses_sign(const PairInput& input)
{
    return of_plain_rows(
        input, [](const PairedScores& scores) { return Inference{.comparison = sign_test(scores)}; });
}

} // namespace unseen::compare::detail
