// Which tests there are for a pair of models and a measure, the one that fits the design first.
#include "compare/pair_tests.hpp"

#include "compare/pair_test_entry.hpp"

#include <algorithm>

namespace unseen::compare::detail {

bool comes_later(const PredictionView& a, const PredictionView& b)
{
    const auto later = [](const auto& x, const auto& y) {
        return std::lexicographical_compare(y.begin(), y.end(), x.begin(), x.end());
    };
    if (!std::equal(a.label.begin(), a.label.end(), b.label.begin(), b.label.end())) return later(a.label, b.label);
    if (!std::equal(a.value.begin(), a.value.end(), b.value.begin(), b.value.end())) return later(a.value, b.value);
    return later(a.scores, b.scores);
}

Comparison comparison_of(const PairInput& input, const std::string& test)
{
    Comparison result;
    result.test = test;
    result.difference = input.value_a.number() - input.value_b.number();
    return result;
}

void set_interval(Inference& inference, const PairInput& input, const std::string& method, Guarantee guarantee,
                  std::vector<std::string> assumptions)
{
    const Limits limits = inference.limits(input.outside());
    const double span = input.measure.highest - input.measure.lowest; // of the measure, so that differences lie within +-span
    inference.comparison.interval = DifferenceInterval{.lower = std::max(limits.lower, -span),
                                                       .upper = std::min(limits.upper, span),
                                                       .level = input.options.level,
                                                       .method = method,
                                                       .target = Target::model,
                                                       .guarantee = guarantee,
                                                       .assumptions = std::move(assumptions)};
    inference.comparison.interval_reason.clear();
}

std::string independent_units(const PairInput& input)
{
    return input.clustered() ? "Clusters are independent draws." : "Rows are independent draws.";
}

Inference bootstrap_test(const PairInput& input, const BcaDifference& bca)
{
    Inference result{.comparison = comparison_of(input, "bootstrap")};
    auto& comparison = result.comparison;
    comparison.figures = {{"samples", static_cast<double>(bca.drawn())}};
    if (bca.undefined > 0) comparison.figures.push_back({"undefined_samples", static_cast<double>(bca.undefined)});
    const bool undefined = !bca.acceleration && bca.acceleration.reason() == "undefined_in_resamples";
    const std::string missing = undefined ? "undefined_in_resamples" : bca.missing();
    if (!missing.empty()) {
        comparison.interval_reason = missing;
        comparison.p_value = comparison.p_value_one_sided = Value::none(missing);
        if (missing == "zero_variance" && comparison.difference.number() == 0.0) {
            comparison.p_value = 1.0;
            comparison.p_value_one_sided = 0.5;
        }
        return result;
    }
    const auto shared = std::make_shared<const BcaDifference>(bca);
    result.above = [shared](double shift) { return shared->p_above(shift); };
    result.below = [shared](double shift) { return shared->p_below(shift); };
    result.limits = [shared](double outside) { return shared->limits(outside); };
    result.detectable = [sd = bca.standard_deviation(), outside = input.outside()](double power) {
        return Value((normal_quantile(1.0 - outside / 2) + normal_quantile(power)) * sd);
    };
    const double above = bca.p_above(0.0);
    comparison.p_value = as_probability(2.0 * std::min(above, 1.0 - above));
    comparison.p_value_one_sided = input.higher() ? above : 1.0 - above;
    set_interval(result, input, bca.acceleration ? "bca" : "bias_corrected", Guarantee::asymptotic,
                 {independent_units(input), "There are enough of them for their spread to show."});
    return result;
}

Inference permutation_test(const PairInput& input, const SwapShares& shares)
{
    Inference result{.comparison = comparison_of(input, "permutation")};
    result.comparison.p_value = shares.two_sided;
    result.comparison.p_value_one_sided = input.higher() ? shares.greater : shares.less;
    result.comparison.figures = {
        {"permutations", shares.exact ? Value::none("exact") : Value(static_cast<double>(shares.patterns))}};
    return result;
}

std::span<const TestFamily* const> families()
{
    static const TestFamily* const table[] = {&split_family, &proportion_family, &loss_family, &area_family, &other_family};
    return table;
}

std::vector<Inference> tests_of(const PairInput& input)
{
    for (const auto* family : families())
        if (family->fits(input)) return family->tests(input);
    throw std::logic_error("compare: no family of tests takes the measure '" + input.measure.name() + "'");
}

} // namespace unseen::compare::detail
