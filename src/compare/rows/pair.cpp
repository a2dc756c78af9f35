#include "compare/rows/pair.hpp"

#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <memory>

namespace unseen::compare::detail {

bool comes_later(const PredictionView& a, const PredictionView& b)
{
    const auto later = [](const auto& x, const auto& y) {
        return std::lexicographical_compare(y.begin(), y.end(), x.begin(), x.end());
    };
    if (!std::equal(a.label.begin(), a.label.end(), b.label.begin(), b.label.end()))
        return later(a.label, b.label);
    if (!std::equal(a.value.begin(), a.value.end(), b.value.begin(), b.value.end()))
        return later(a.value, b.value);
    return later(a.scores, b.scores);
}

Comparison comparison_of(const PairInput& input, const std::string& test)
{
    return {.test = test, .difference = input.difference()};
}

void set_interval(Inference& inference, const PairInput& input, const std::string& method,
                  Guarantee guarantee, std::vector<std::string> assumptions)
{
    const Limits limits = inference.limits(input.outside());
    const double span =
        input.measure.highest - input.measure.lowest; // of the measure, so that differences lie within +-span
    inference.span = span;
    inference.comparison.interval = Interval{.lower = std::max(limits.lower, -span),
                                             .upper = std::min(limits.upper, span),
                                             .level = input.options.level,
                                             .method = method,
                                             .estimand = Estimand::model,
                                             .guarantee = guarantee,
                                             .assumptions = std::move(assumptions)};
}

std::string independent_units(const PairInput& input)
{
    return input.clustered() ? "Clusters are independent draws." : "Rows are independent draws.";
}

Inference bootstrap_test(const PairInput& input, const Bca& bca)
{
    Inference result{.comparison = comparison_of(input, "bootstrap")};
    auto& comparison = result.comparison;
    const auto& replicates = bca.replicates;
    comparison.figures = {
        {.name = "samples", .value = static_cast<double>(replicates.drawn()), .kind = Figure::Kind::count}};
    if (replicates.undefined > 0)
        comparison.figures.push_back({"undefined_samples", static_cast<double>(replicates.undefined)});
    const bool undefined = bca.acceleration.lacks(reasons::undefined_in_resamples);
    const Reason* missing = undefined ? &reasons::undefined_in_resamples : replicates.missing();
    if (missing != nullptr) {
        const Value no_statistic = comparison.statistic;
        take_away(comparison, *missing, missing == &reasons::zero_variance && input.difference() == 0.0);
        comparison.statistic = no_statistic; // the bootstrap has no statistic
        return result;
    }
    const double above = bca.p_above(0.0);
    comparison.p_value = as_probability(2.0 * std::min(above, 1.0 - above));
    comparison.p_value_one_sided = input.higher() ? above : 1.0 - above;
    if (const auto limits = bca.limits(input.outside()); !(limits.lower < limits.upper)) {
        comparison.interval = reasons::zero_variance; // a median that nearly all samples share
        return result;
    }
    const auto shared = std::make_shared<const Bca>(bca);
    result.above = [shared](double shift) { return shared->p_above(shift); };
    result.below = [shared](double shift) { return shared->p_below(shift); };
    result.limits = [shared](double outside) { return shared->limits(outside); };
    result.detectable = [sd = bca.standard_deviation(), outside = input.outside()](double power) {
        return Value((normal_quantile(tail(outside)) + normal_quantile(power)) * sd);
    };
    const bool accelerated = !bca.acceleration.lacks(reasons::no_jackknife);
    set_interval(result, input, accelerated ? "bca" : "bias_corrected", Guarantee::asymptotic,
                 {independent_units(input), "There are enough draws for their spread to show."});
    return result;
}

Inference permutation_test(const PairInput& input, const SwapShares& shares)
{
    Inference result{.comparison = comparison_of(input, "permutation")};
    result.comparison.p_value = shares.two_sided;
    result.comparison.p_value_one_sided = input.higher() ? shares.greater : shares.less;
    result.comparison.figures = {
        {.name = "permutations",
         .value = shares.exact ? Value::none(reasons::exact) : Value(static_cast<double>(shares.patterns)),
         .kind = Figure::Kind::count}};
    return result;
}

Inference with_interval_of(Inference permutation, Inference bootstrap)
{
    auto& result = permutation.comparison;
    auto& other = bootstrap.comparison;
    result.interval = other.interval;
    result.not_of_the_test = result.interval.exists();
    for (auto& figure : other.figures) result.figures.push_back(std::move(figure));
    permutation.above = std::move(bootstrap.above);
    permutation.below = std::move(bootstrap.below);
    permutation.limits = std::move(bootstrap.limits);
    permutation.detectable = std::move(bootstrap.detectable);
    permutation.span = bootstrap.span;
    permutation.other_interval = true;
    return permutation;
}

} // namespace unseen::compare::detail
