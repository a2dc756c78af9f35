// Tests of two areas under ROC curves: DeLong's, the permutation test, BCa (METHODS E.13, I.4, I.9).
#include "compare/rows/pair.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace unseen::compare::detail {

namespace {

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

const RankedPair& ranked(const PairInput& input)
{
    return input.shared_ranks.get([&] { return RankedPair{RankedScores(input.a), RankedScores(input.b)}; });
}

/// The variance of the difference of areas from the influences: separately by class (DeLong), or summed over
/// units.
Variance variance_of(const PairInput& input)
{
    const auto& [a, b] = ranked(input);
    const auto influences = influence_differences(input.a, a, b, roc_area);
    if (!input.plain()) {
        const auto g = static_cast<double>(input.units.size());
        return {g / (g - 1.0) * sum_of_squares(sums_over(input.units, influences)), g - 1.0};
    }
    std::vector<double> positives;
    std::vector<double> negatives;
    for (std::size_t i = 0; i < influences.size(); ++i)
        (input.a.true_label[i] == input.a.positive ? positives : negatives).push_back(influences[i]);
    const double p = a.ranking.positives();
    const double n = a.ranking.negatives();
    return {p / (p - 1.0) * sum_of_squares(positives) + n / (n - 1.0) * sum_of_squares(negatives)};
}

} // namespace

std::vector<Inference> area_delong(const PairInput& input)
{
    Comparison comparison = comparison_of(input, "delong");
    const auto& truth = input.a.true_label;
    const auto positives = std::count(truth.begin(), truth.end(), input.a.positive);
    if (positives < 2 || std::ssize(truth) - positives < 2 || input.units.size() < 2) {
        take_away(comparison, reasons::too_few_rows);
        return alone(std::move(comparison));
    }
    const Variance variance = variance_of(input);
    const double error = std::sqrt(variance.value);
    const double difference = input.difference();
    if (!(error > 1e-12)) {
        take_away(comparison, reasons::zero_variance, difference == 0.0);
        if (difference != 0.0) comparison.warnings.push_back(zero_variance);
        return alone(std::move(comparison));
    }
    Inference result =
        from_error(std::move(comparison), difference, error, variance.df, input.higher(), input.outside());
    result.comparison.figures = {{"standard_error", error}};
    set_interval(
        result, input, input.plain() ? "delong" : (input.clustered() ? "delong_clusters" : "delong_weights"),
        Guarantee::asymptotic,
        {independent_units(input), "No rare row lies far off: the sample shows the spread of the scores."});
    const auto& [a, b] = ranked(input);
    const double fewest = std::min(a.ranking.positives(), a.ranking.negatives());
    const double errors = fewest * (1.0 - std::max(auc(a.ranking).number(), auc(b.ranking).number()));
    if (input.plain() && errors < 5.0)
        result.comparison.warnings.push_back(
            {warnings::auc_few_errors,
             "one of the models hardly ever puts a pair into the wrong order; DeLong's normal "
             "approximation is coarse there: look at the permutation test too"});
    return {result};
}

std::vector<Inference> area_permutation(const PairInput& input)
{
    const auto& [a, b] = ranked(input);
    const std::size_t n = input.a.size();
    auto terms = swap_terms(input.a, a.sorted.doubled_midranks(n), b.sorted.doubled_midranks(n));
    if (!input.higher())
        for (double& term : terms) term = -term; // the measure is 1 minus the area
    return {permutation_test(input, swap_signs(sums_over(input.units, terms), input.permutations()))};
}

std::vector<Inference> area_bootstrap(const PairInput& input)
{
    const auto& [a, b] = ranked(input);
    const std::size_t n = input.a.size();
    const double difference = auc(a.ranking).number() - auc(b.ranking).number();
    const auto bca =
        input.plain()
            ? Bca{auc_replicates(n, a, b, input.samples()), difference, auc_acceleration(n, a, b)}
            : bootstrap_units(input.units.size(), figure_difference(input.a, input.b, input.units, roc_area),
                              difference, input.samples());
    return {bootstrap_test(input, input.higher() ? bca : bca.mirrored())};
}

} // namespace unseen::compare::detail
