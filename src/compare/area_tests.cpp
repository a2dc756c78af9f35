// Tests of two areas under ROC curves: DeLong's, the permutation test, BCa (METHODS E.13, I.4, I.9).
#include "compare/auc_pair.hpp"
#include "compare/pair_test_entry.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <cmath>
#include <limits>

namespace unseen::compare::detail {

namespace {

/// Sums of the rows' numbers over their units.
std::vector<double> unit_sums(const PairInput& input, std::vector<double> of_rows)
{
    if (!input.clustered()) return of_rows;
    std::vector<ExactSum> sums(input.units.count);
    for (std::size_t i = 0; i < of_rows.size(); ++i) sums[input.design.cluster[i]].add(of_rows[i]);
    std::vector<double> rounded;
    for (const auto& sum : sums) rounded.push_back(sum.value());
    return rounded;
}

double sum_of_squares(std::span<const double> numbers)
{
    ExactSum sum;
    for (const double x : numbers) sum.add(x * x);
    return sum.value();
}

struct Variance {
    double value = 0.0;
    double df = std::numeric_limits<double>::infinity();
};

/// The variance of the difference of areas from the rows' influences on it, by class (DeLong) or summed over units.
Variance variance_of(const PairInput& input, const AucRows& rows, const Placements& placed)
{
    std::vector<double> influence(rows.positive.size());
    for (std::size_t i = 0; i < influence.size(); ++i) {
        const bool positive = rows.positive[i] != 0;
        const double w = rows.weight.empty() ? 1.0 : rows.weight[i];
        influence[i] = w * (placed.influence_a(i, positive) - placed.influence_b(i, positive));
    }
    if (!input.plain()) {
        const auto sums = unit_sums(input, influence);
        const auto g = static_cast<double>(sums.size());
        return {g / (g - 1.0) * sum_of_squares(sums), g - 1.0};
    }
    std::vector<double> positives;
    std::vector<double> negatives;
    for (std::size_t i = 0; i < influence.size(); ++i) (rows.positive[i] != 0 ? positives : negatives).push_back(influence[i]);
    const double p = placed.positives;
    const double n = placed.negatives;
    return {p / (p - 1.0) * sum_of_squares(positives) + n / (n - 1.0) * sum_of_squares(negatives)};
}

Inference delong(const PairInput& input, const AucRows& rows, const Placements& placed)
{
    Inference result{.comparison = comparison_of(input, "delong")};
    auto& comparison = result.comparison;
    const auto lacking = [&](const std::string& reason) {
        comparison.statistic = comparison.p_value = comparison.p_value_one_sided = Value::none(reason);
        comparison.interval_reason = reason;
    };
    std::size_t positives = 0;
    for (const auto positive : rows.positive) positives += positive;
    if (positives < 2 || rows.positive.size() - positives < 2 || input.units.count < 2) {
        lacking("too_few_rows");
        return result;
    }
    const Variance variance = variance_of(input, rows, placed);
    const double difference = comparison.difference.number();
    if (!(std::sqrt(variance.value) > 1e-12)) {
        lacking("zero_variance");
        if (difference == 0.0) {
            comparison.p_value = 1.0;
            comparison.p_value_one_sided = 0.5;
        } else {
            comparison.warnings.push_back(zero_variance);
        }
        return result;
    }
    result =
        from_error(std::move(comparison), difference, std::sqrt(variance.value), variance.df, input.higher(), input.outside());
    result.comparison.figures = {{"standard_error", std::sqrt(variance.value)}};
    set_interval(result, input, input.plain() ? "delong" : (input.clustered() ? "delong_clusters" : "delong_weights"),
                 Guarantee::asymptotic,
                 {independent_units(input), "No rare row lies far off: the sample shows the spread of the scores."});
    const double fewest = std::min(placed.positives, placed.negatives);
    const double errors = fewest * std::min(1.0 - placed.auc_a, 1.0 - placed.auc_b);
    if (input.plain() && errors < 5.0)
        result.comparison.warnings.push_back({"auc_few_errors",
                                              "one of the models hardly ever puts a pair into the wrong order; DeLong's normal "
                                              "approximation is coarse there: look at the permutation test too"});
    return result;
}

bool fits(const PairInput& input) { return input.measure.statistic == Statistic::auc; }

std::vector<Inference> tests(const PairInput& input)
{
    const AucRows rows = auc_rows(input.a, input.b);
    const Placements placed = placements(rows);
    std::vector<Inference> list = {delong(input, rows, placed)};
    auto terms = swap_terms(rows);
    if (!input.higher())
        for (double& term : terms) term = -term; // what is left to 1
    list.push_back(permutation_test(input, swap_signs(unit_sums(input, std::move(terms)), input.permutations())));
    if (rows.positive.size() > most_rows_beside && list.front().comparison.p_value) return list;
    const double side = input.higher() ? 1.0 : -1.0;
    const double difference = side * (placed.auc_a - placed.auc_b);
    if (input.plain()) {
        auto replicates = auc_replicates(rows, input.samples());
        for (double& x : replicates) x *= side;
        auto jackknife = auc_jackknife(rows, placed);
        for (double& x : jackknife) x *= side;
        list.push_back(bootstrap_test(input, bca_difference(std::move(replicates), difference, acceleration_of(jackknife))));
        return list;
    }
    const auto area = area_difference(rows, Area::roc, input.design.cluster);
    const OfCounts of_counts = [&](std::span<const std::uint32_t> counts) { return side * area(counts); };
    const bool jackknife = input.units.count <= 2000;
    list.push_back(bootstrap_test(
        input, bca_difference(replicates_of(input.units.count, of_counts, input.samples()), difference,
                              jackknife ? acceleration_of(jackknife_of(input.units.count, of_counts, input.options.threads))
                                        : Value::none("no_jackknife"))));
    return list;
}

} // namespace

const TestFamily area_family = {fits, tests};

} // namespace unseen::compare::detail
