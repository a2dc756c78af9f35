// Tests of shares of right rows without weights: McNemar's with the score interval, sign, permutation and
// bootstrap (METHODS E.6, I.6).
#include "base/listed.hpp"
#include "compare/counts/paired_proportions.hpp"
#include "compare/rows/row_values.hpp"

#include "unseen/stats/distributions.hpp"

#include <cmath>

namespace unseen::compare::detail {

namespace {

constexpr std::uint64_t few_discordant = 25;

Discordant discordant_rows(const PairInput& input)
{
    const auto& values = row_values(input);
    const double right = input.higher() ? 1.0 : 0.0;
    Discordant counts{.rows = values.a.size()};
    for (std::size_t i = 0; i < values.a.size(); ++i) {
        counts.only_a += values.a[i] == right && values.b[i] != right;
        counts.only_b += values.b[i] == right && values.a[i] != right;
    }
    return counts;
}

void warn_of_few(Comparison& comparison, const Discordant& counts, const std::string& why)
{
    comparison.warnings.push_back(
        {warnings::few_discordant_rows,
         "the models differ on only " + counted(counts.only_a + counts.only_b, "row") + ": " + why});
}

bool are_few(const Discordant& counts)
{
    const auto discordant = counts.only_a + counts.only_b;
    return discordant > 0 && discordant < few_discordant;
}

/// McNemar's test of the pair without an interval.
Inference mcnemar_of(const PairInput& input, const Discordant& counts, McNemar form)
{
    Inference inference{.comparison = mcnemar({counts.only_a, counts.only_b}, input.options.level, form)};
    inference.comparison.difference = input.difference();
    inference.comparison.interval = reasons::no_interval_for_test;
    return inference;
}

std::vector<Inference> by_chi2(const PairInput& input, McNemar form)
{
    const auto counts = discordant_rows(input);
    auto inference = mcnemar_of(input, counts, form);
    if (are_few(counts)) warn_of_few(inference.comparison, counts, "the chi-square approximation needs 25");
    return {inference};
}

} // namespace

std::vector<Inference> shares_mcnemar_exact(const PairInput& input)
{
    const auto counts = discordant_rows(input);
    const double side =
        input.higher() ? 1.0
                       : -1.0; // sign of the measure's difference for a positive difference of right rows
    auto exact = mcnemar_of(input, counts, McNemar::exact);
    exact.comparison.figures = {{"only_a_right", static_cast<double>(counts.only_a)},
                                {"only_b_right", static_cast<double>(counts.only_b)}};
    const auto inside = [](double shift) { return std::clamp(shift, -1.0 + 1e-12, 1.0 - 1e-12); };
    exact.above = [=](double shift) {
        return normal_tail(side * score_statistic(counts, inside(side * shift)));
    };
    exact.below = [=](double shift) {
        return normal_tail(-side * score_statistic(counts, inside(side * shift)));
    };
    exact.limits = [=](double outside) {
        const Limits limits = score_limits(counts, outside);
        return side > 0.0 ? limits : Limits{-limits.upper, -limits.lower};
    };
    exact.detectable = [=, outside = input.outside()](double power) {
        return mcnemar_detectable(counts, outside, power);
    };
    set_interval(exact, input, "score", Guarantee::asymptotic, {independent_units(input)});
    exact.other_interval = true;
    const auto discordant = counts.only_a + counts.only_b;
    if (discordant > 0 && std::exp2(1.0 - static_cast<double>(discordant)) > input.outside())
        warn_of_few(exact.comparison, counts,
                    "the exact test could not be significant even if one model were right on all of them");
    return {exact};
}

std::vector<Inference> shares_mcnemar_midp(const PairInput& input)
{
    return {mcnemar_of(input, discordant_rows(input), McNemar::mid_p)};
}

std::vector<Inference> shares_mcnemar_chi2(const PairInput& input) { return by_chi2(input, McNemar::chi2); }

std::vector<Inference> shares_mcnemar_chi2_continuity(const PairInput& input)
{
    return by_chi2(input, McNemar::chi2_continuity);
}

std::vector<Inference> shares_sign(const PairInput& input)
{
    const auto& values = row_values(input);
    return alone(sign_test(input.scores(values.a, values.b)));
}

/// The permutation test: under swaps the rows that only A gets right are Bin(b + c, 1/2), as in McNemar's
/// exact test.
std::vector<Inference> shares_permutation(const PairInput& input)
{
    const auto exact = mcnemar(discordant_rows(input), input.options.level);
    Comparison permutation = comparison_of(input, "permutation");
    permutation.p_value = exact.p_value;
    permutation.p_value_one_sided = exact.p_value_one_sided;
    permutation.figures = {
        {.name = "permutations", .value = Value::none(reasons::exact), .kind = Figure::Kind::count}};
    return alone(std::move(permutation));
}

std::vector<Inference> shares_bootstrap(const PairInput& input)
{
    auto result = bootstrap_test(input, bootstrap_value_pairs(input).value());
    const auto counts = discordant_rows(input);
    if (are_few(counts))
        warn_of_few(result.comparison, counts, "the bootstrap has too few rows to draw from");
    return {result};
}

} // namespace unseen::compare::detail
