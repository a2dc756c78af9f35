// Tests of means of row values: shares of right rows by McNemar's test, losses by BCa, t, Wilcoxon, sign, Diebold-Mariano (METHODS E.6 to E.8, I.4, I.5).
#include "compare/pair_test_entry.hpp"
#include "compare/paired_proportions.hpp"

#include "unseen/compare/paired.hpp"
#include "unseen/stats/binomial_draw.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <optional>

namespace unseen::compare::detail {

namespace {

/// Both models' row values.
struct RowValues {
    std::vector<double> a;
    std::vector<double> b;

    explicit RowValues(const PairInput& input) : a(input.a.size()), b(input.b.size())
    {
        input.measure.row_values(input.a, a);
        input.measure.row_values(input.b, b);
    }
    PairedScores scores(const PairInput& input) const
    {
        return {a, b, input.higher() ? Direction::higher_is_better : Direction::lower_is_better};
    }
};

/// Weighted sums of the row values over units, and of the weights.
struct UnitSums {
    std::vector<double> a;
    std::vector<double> b;
    std::vector<double> weight;
};

UnitSums unit_sums(const PairInput& input, const RowValues& values)
{
    const auto weight = [&](std::size_t i) { return input.weighted() ? input.a.weight[i] : 1.0; };
    UnitSums sums;
    for (std::uint32_t u = 0; u < input.units.count; ++u) {
        double a = 0.0;
        double b = 0.0;
        double w = 0.0;
        for (const auto i : input.units.rows_of(u, u)) {
            a += weight(i) * values.a[i];
            b += weight(i) * values.b[i];
            w += weight(i);
        }
        sums.a.push_back(a);
        sums.b.push_back(b);
        sums.weight.push_back(w);
    }
    return sums;
}

double total(std::span<const double> numbers)
{
    ExactSum sum;
    for (const double x : numbers) sum.add(x);
    return sum.value();
}

/// Terms whose sizes are at most 1e-12 of the largest are 0: 0.3 - 0.1 - 0.2 is not.
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

/// Few distinct pairs of values, as 0 and 1: their counts are drawn instead of rows. Empty if there are many.
struct ValuePairs {
    std::vector<double> a;
    std::vector<double> b;
    std::vector<std::uint64_t> rows;
};

ValuePairs value_pairs(std::span<const double> a, std::span<const double> b)
{
    std::map<std::pair<double, double>, std::uint64_t> counts;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (++counts[{a[i], b[i]}] == 1 && counts.size() > 16) return {};
    ValuePairs pairs;
    for (const auto& [pair, rows] : counts) {
        pairs.a.push_back(pair.first);
        pairs.b.push_back(pair.second);
        pairs.rows.push_back(rows);
    }
    return pairs;
}

BcaDifference draw_pairs(const PairInput& input, const ValuePairs& pairs)
{
    const auto of = [&](std::span<const std::uint64_t> drawn) {
        double a = 0.0;
        double b = 0.0;
        double n = 0.0;
        for (std::size_t u = 0; u < drawn.size(); ++u) {
            const auto rows = static_cast<double>(drawn[u]);
            a += rows * pairs.a[u];
            b += rows * pairs.b[u];
            n += rows;
        }
        return n > 0.0 ? input.measure.finished(a / n) - input.measure.finished(b / n) : std::numeric_limits<double>::quiet_NaN();
    };
    const Draws draws = input.samples();
    std::vector<double> replicates(draws.count);
    in_chunks(draws, 64, [&](std::size_t begin, std::size_t end) {
        std::vector<std::uint64_t> drawn(pairs.rows.size());
        for (std::size_t i = begin; i < end; ++i) {
            Stream stream(draws.seed, Purpose::interval, 0, i);
            draw_multinomial(stream, pairs.rows, drawn);
            replicates[i] = of(drawn);
        }
    });
    auto counts = pairs.rows;
    std::vector<double> jackknife;
    std::vector<double> times;
    for (auto& count : counts) {
        times.push_back(static_cast<double>(count));
        --count;
        jackknife.push_back(of(counts));
        ++count;
    }
    return bca_difference(std::move(replicates), of(counts), acceleration_of(jackknife, times));
}

/// Nothing if there are too many distinct pairs of values.
std::optional<BcaDifference> bootstrap_pairs(const PairInput& input, const RowValues& values)
{
    const bool turned = comes_later(input.a, input.b);
    const auto pairs = turned ? value_pairs(values.b, values.a) : value_pairs(values.a, values.b);
    if (pairs.rows.empty()) return std::nullopt;
    const auto bca = draw_pairs(input, pairs);
    return turned ? bca.mirrored() : bca;
}

BcaDifference bootstrap_sums(const PairInput& input, const UnitSums& sums)
{
    const auto difference = [&](double a, double b, double w) {
        return w > 0.0 ? input.measure.finished(a / w) - input.measure.finished(b / w) : std::numeric_limits<double>::quiet_NaN();
    };
    const OfCounts of_counts = [&](std::span<const std::uint32_t> counts) {
        double a = 0.0;
        double b = 0.0;
        double w = 0.0;
        for (std::size_t u = 0; u < counts.size(); ++u) {
            a += counts[u] * sums.a[u];
            b += counts[u] * sums.b[u];
            w += counts[u] * sums.weight[u];
        }
        return difference(a, b, w);
    };
    const double a = total(sums.a);
    const double b = total(sums.b);
    const double w = total(sums.weight);
    std::vector<double> jackknife;
    for (std::size_t u = 0; u < sums.a.size(); ++u)
        jackknife.push_back(difference(a - sums.a[u], b - sums.b[u], w - sums.weight[u]));
    return bca_difference(replicates_of(sums.a.size(), of_counts, input.samples()), difference(a, b, w),
                          acceleration_of(jackknife));
}

/// A test on the row values of a measure that is a function of their mean tests the mean.
void mark_row_values(const PairInput& input, Comparison& result)
{
    if (!input.measure.finish) return;
    result.difference = Value::none("of_row_values");
    result.interval.reset();
    result.interval_reason = "of_row_values";
    result.warnings.push_back(
        {"of_row_values", "this test is about the rows' losses, of whose mean '" + input.measure.name() + "' is a function"});
}

Inference only(Comparison comparison) { return {.comparison = std::move(comparison)}; }

Comparison about_the_model(Comparison result)
{
    if (result.interval) {
        result.interval->target = Target::model;
        result.interval->guarantee = Guarantee::asymptotic;
        result.interval->assumptions = {"Rows are independent draws.",
                                        "There are enough rows for the mean difference to be about normal."};
    }
    return result;
}

/// Sum of u_g^2 with u_g = S_g - mean W_g, S_g and W_g sums over a unit: the linearised error of a weighted mean (METHODS I.4).
Inference unit_t(const PairInput& input, const UnitSums& sums)
{
    Inference result{.comparison = comparison_of(input, "paired_t")};
    auto& comparison = result.comparison;
    const auto g = static_cast<double>(sums.a.size());
    const double w = total(sums.weight);
    const double difference = comparison.difference.number();
    ExactSum squares;
    double largest = 0.0;
    for (std::size_t u = 0; u < sums.a.size(); ++u) {
        const double residual = sums.a[u] - sums.b[u] - difference * sums.weight[u];
        squares.add(residual * residual);
        largest = std::max(largest, std::abs(sums.a[u] - sums.b[u]));
    }
    const double error = std::sqrt(g / (g - 1.0) * squares.value()) / w;
    if (sums.a.size() < 2 || !(error * w > 1e-12 * largest)) {
        const std::string reason = sums.a.size() < 2 ? "one_unit" : "zero_variance";
        comparison.statistic = comparison.p_value = comparison.p_value_one_sided = Value::none(reason);
        comparison.interval_reason = reason;
        if (largest == 0.0 && sums.a.size() >= 2) {
            comparison.p_value = 1.0;
            comparison.p_value_one_sided = 0.5;
        }
        return result;
    }
    result = from_error(std::move(comparison), difference, error, g - 1.0, input.higher(), input.outside());
    set_interval(result, input, input.clustered() ? "t_clusters" : "t_weights", Guarantee::asymptotic,
                 {independent_units(input), "There are enough of them for the mean difference to be about normal."});
    return result;
}

bool is_mean(const PairInput& input) { return input.measure.row_values != nullptr; }

std::vector<Inference> loss_tests(const PairInput& input)
{
    const RowValues values(input);
    const UnitSums sums = unit_sums(input, values);
    std::vector<Inference> list;
    if (input.design.time_ordered && input.plain()) {
        auto forecasts = diebold_mariano(values.scores(input), input.design.horizon, input.options.level);
        Inference inference{.comparison = forecasts};
        if (forecasts.statistic && forecasts.statistic.number() != 0.0)
            inference = from_error(forecasts, forecasts.difference.number(),
                                   std::abs(forecasts.difference.number() / forecasts.statistic.number()), forecasts.df.front(),
                                   input.higher(), input.outside());
        mark_row_values(input, inference.comparison);
        if (input.measure.finish) inference = only(std::move(inference.comparison));
        list.push_back(std::move(inference));
    }
    const bool linearised = !input.plain() && !input.measure.finish;
    if (linearised) list.push_back(unit_t(input, sums));
    if (list.empty() || sums.a.size() <= most_rows_beside) {
        const auto few = input.plain() ? bootstrap_pairs(input, values) : std::nullopt;
        list.push_back(bootstrap_test(input, few ? *few : bootstrap_sums(input, sums)));
    }
    // f(x) - f(s - x) increases with x where f does, and swaps keep the sum s of the two means: the order of the differences of means is that of the
    // measure's.
    list.push_back(permutation_test(input, swap_signs(swap_terms(sums), input.permutations())));
    if (input.plain()) {
        for (auto result : {about_the_model(paired_t(values.scores(input), 0.0, input.options.level)),
                            wilcoxon(values.scores(input)), sign_test(values.scores(input))}) {
            mark_row_values(input, result);
            list.push_back(only(std::move(result)));
        }
    }
    if (input.design.time_ordered)
        for (auto& test : list)
            if (test.comparison.test != "diebold_mariano")
                test.comparison.warnings.push_back(
                    {"dependent_rows", "this test takes the rows for independent, and they are in time"});
    return list;
}

bool is_proportion(const PairInput& input)
{
    return is_mean(input) && input.measure.proportion && !input.measure.finish && input.plain() && !input.design.time_ordered;
}

std::vector<Inference> proportion_tests(const PairInput& input)
{
    const RowValues values(input);
    const double right = input.higher() ? 1.0 : 0.0;
    Discordant counts{.rows = values.a.size()};
    for (std::size_t i = 0; i < values.a.size(); ++i) {
        counts.only_a += values.a[i] == right && values.b[i] != right;
        counts.only_b += values.b[i] == right && values.a[i] != right;
    }
    const double side = input.higher() ? 1.0 : -1.0; // of the difference of right rows
    std::vector<Inference> list;
    for (const auto form : {McNemar::exact, McNemar::mid_p, McNemar::chi2, McNemar::chi2_continuity}) {
        Inference inference{.comparison = mcnemar(counts, input.options.level, form)};
        auto& comparison = inference.comparison;
        comparison.difference = input.value_a.number() - input.value_b.number();
        comparison.interval.reset();
        comparison.interval_reason = "no_interval_for_test";
        const auto discordant = counts.only_a + counts.only_b;
        const bool chi2 = form == McNemar::chi2 || form == McNemar::chi2_continuity;
        if (chi2 && discordant > 0 && discordant < 25)
            comparison.warnings.push_back(
                {"few_discordant_rows",
                 "only " + std::to_string(discordant) + " rows tell the models apart: the chi-square approximation needs 25"});
        list.push_back(std::move(inference));
    }
    auto& exact = list.front();
    exact.comparison.figures = {{"only_a_right", static_cast<double>(counts.only_a)},
                                {"only_b_right", static_cast<double>(counts.only_b)}};
    const auto inside = [](double shift) { return std::clamp(shift, -1.0 + 1e-12, 1.0 - 1e-12); };
    exact.above = [=](double shift) { return normal_tail(side * score_statistic(counts, inside(side * shift))); };
    exact.below = [=](double shift) { return normal_tail(-side * score_statistic(counts, inside(side * shift))); };
    exact.limits = [=](double outside) {
        const Limits limits = score_limits(counts, outside);
        return side > 0.0 ? limits : Limits{-limits.upper, -limits.lower};
    };
    exact.detectable = [=, outside = input.outside()](double power) { return mcnemar_detectable(counts, outside, power); };
    set_interval(exact, input, "score", Guarantee::asymptotic, {independent_units(input)});
    const auto discordant = counts.only_a + counts.only_b;
    if (discordant > 0 && std::exp2(1.0 - static_cast<double>(discordant)) > input.outside())
        exact.comparison.warnings.push_back(
            {"few_discordant_rows",
             "only " + std::to_string(discordant) +
                 " rows tell the models apart: the exact test could not show a difference if all of them spoke for one model"});
    const auto p_value = exact.comparison.p_value; // `exact` ends with the next test
    const auto p_value_one_sided = exact.comparison.p_value_one_sided;
    list.push_back(only(sign_test(values.scores(input))));
    Comparison permutation = comparison_of(input, "permutation"); // swaps make the rows that only A got right Bin(b + c, 1/2)
    permutation.p_value = p_value;
    permutation.p_value_one_sided = p_value_one_sided;
    permutation.figures = {{"permutations", Value::none("exact")}};
    list.push_back(only(std::move(permutation)));
    list.push_back(bootstrap_test(input, bootstrap_pairs(input, values).value()));
    if (discordant > 0 && discordant < 25)
        list.back().comparison.warnings.push_back(
            {"few_discordant_rows", "only " + std::to_string(discordant) + " rows tell the models apart: too few to draw from"});
    return list;
}

} // namespace

const TestFamily loss_family = {is_mean, loss_tests};
const TestFamily proportion_family = {is_proportion, proportion_tests};

} // namespace unseen::compare::detail
