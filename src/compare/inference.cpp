#include "compare/inference.hpp"

#include "stats/first_where.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/compare/results.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/moments.hpp"

#include <cmath>
#include <set>
#include <string>
#include <utility>

namespace unseen::compare::detail {

const Warning zero_variance = {warnings::zero_variance,
                               "all differences are equal: without a spread there is no t test"};

Comparison of_differences(const std::string& test, std::span<const double> differences)
{
    double largest = 0.0;
    for (const double x : differences) largest = std::max(largest, std::abs(x));
    const double mean = mean_of(differences);
    return {.test = test,
            .a = "A",
            .b = "B",
            .difference = std::abs(mean) <= 1e-12 * largest ? 0.0 : mean}; // rounding of equal means
}

void take_away(Comparison& comparison, const Reason& reason, bool equal)
{
    comparison.statistic = comparison.p_value = comparison.p_value_one_sided = Value::none(reason);
    comparison.interval = reason;
    if (!equal) return;
    comparison.p_value = 1.0;
    comparison.p_value_one_sided = 1.0;
}

double detectable_noncentrality(double df, double outside, double power)
{
    const double t = student_t_quantile(tail(outside), df);
    const auto shown = [&](double ncp) {
        return noncentral_t_tail(t, df, ncp) + (1.0 - noncentral_t_tail(-t, df, ncp)) >= power;
    };
    double high = 1.0;
    while (!shown(high)) high *= 2.0;
    return first_where(0.0, high, shown);
}

Comparison with_found_level(Comparison test, std::string_view measured)
{
    if (test.p_value.lacks(reasons::zero_variance)) return test; // it says nothing
    test.warnings.push_back(
        {warnings::anti_conservative,
         "in simulations of equally good learners this test found a difference at 5 % in up to " +
             std::string(measured) + " of the data sets"});
    return test;
}

Comparison with_optimism(Comparison test_of_splits)
{
    test_of_splits.warnings.push_back(
        {warnings::anti_conservative,
         "this test takes the splits for independent; their training sets overlap, and "
         "it rejects too often"});
    return test_of_splits;
}

void warn_of_disagreement(Comparison& comparison)
{
    const auto& interval = comparison.interval;
    if (!interval || !comparison.p_value) return;
    const bool rejects = comparison.p_value.number() <= interval->level.outside();
    const bool holds = interval->lower <= 0.0 && interval->upper >= 0.0;
    if (rejects != holds) return;
    comparison.warnings.push_back({warnings::interval_disagrees,
                                   rejects
                                       ? "the p-value is small, but the interval contains 0: the verdict is "
                                         "the cautious one, that no difference is shown"
                                       : "the interval excludes 0, but the exact p-value is not small: the "
                                         "verdict goes by the p-value"});
}

namespace {

/// Sets the limits of an interval to those at another level.
void set_level(Inference& test, Level level)
{
    auto& interval = test.comparison.interval;
    if (!interval || !test.limits || interval->level == level) return;
    const Limits limits = test.limits(level.outside());
    interval->lower = std::max(limits.lower, -test.span);
    interval->upper = std::min(limits.upper, test.span);
    interval->level = level;
}

} // namespace

void adjust_over_pairs(std::vector<Inference>& all, std::size_t pairs, Level level)
{
    std::set<std::pair<std::string, std::string>> families;
    for (const auto& one : all) families.insert({one.comparison.test, one.comparison.measure});
    for (const auto& family : families) {
        if (pairs < 2) break;
        std::vector<Inference*> members;
        std::vector<double> p;
        for (auto& one : all)
            if (std::pair(one.comparison.test, one.comparison.measure) == family) {
                members.push_back(&one);
                p.push_back(one.comparison.p_value ? one.comparison.p_value.number() : 1.0);
            }
        p.resize(std::max(pairs, p.size()), 1.0);
        const auto adjusted = holm(p);
        const auto rejected =
            std::ranges::count_if(adjusted, [&](double one) { return one <= level.outside(); });
        for (std::size_t i = 0; i < members.size(); ++i) {
            auto& comparison = members[i]->comparison;
            if (comparison.p_value) comparison.p_value_adjusted = adjusted[i];
            // Steps before this pair's; of equal p-values the first is as good as any.
            const auto before = adjusted[i] <= level.outside()
                                    ? std::ranges::count_if(p, [&](double one) { return one < p[i]; })
                                    : rejected;
            set_level(*members[i], level_of_each(level, pairs - static_cast<std::size_t>(before)));
            comparison.holm = level;
        }
    }
    for (auto& one : all)
        if (one.other_interval) warn_of_disagreement(one.comparison);
}

Inference from_error(Comparison comparison, double difference, double error, double df, bool higher,
                     double outside)
{
    const bool normal = std::isinf(df);
    const auto upper_tail = [=](double t) { return normal ? normal_tail(t) : student_t_tail(t, df); };
    const auto quantile = [=](double p) { return normal ? normal_quantile(p) : student_t_quantile(p, df); };
    const double t = difference / error;
    comparison.difference = difference;
    comparison.statistic = t;
    if (!normal) comparison.df = {df};
    comparison.p_value = as_probability(2.0 * upper_tail(std::abs(t)));
    comparison.p_value_one_sided = upper_tail(higher ? t : -t);
    Inference result{.comparison = std::move(comparison)};
    result.above = [=](double shift) { return upper_tail((difference - shift) / error); };
    result.below = [=](double shift) { return upper_tail((shift - difference) / error); };
    result.limits = [=](double beyond) {
        const double half = quantile(tail(beyond)) * error;
        return Limits{difference - half, difference + half};
    };
    result.detectable = [=](double power) {
        if (normal) return Value((normal_quantile(tail(outside)) + normal_quantile(power)) * error);
        return Value(detectable_noncentrality(df, outside, power) * error);
    };
    return result;
}

void add_procedure_interval(Inference& inference, Level level, std::vector<std::string> assumptions)
{
    const auto limits = inference.limits(level.outside());
    inference.comparison.interval = Interval{.lower = limits.lower,
                                             .upper = limits.upper,
                                             .level = level,
                                             .method = inference.comparison.test,
                                             .estimand = Estimand::procedure,
                                             .guarantee = Guarantee::heuristic,
                                             .assumptions = std::move(assumptions)};
}

void add_equivalence(Inference& inference, double margin, bool higher, double outside)
{
    require(margin > 0.0 && std::isfinite(margin),
            "`margin`: " + shortest(margin) + " is not valid; expected a number above 0");
    auto& figures = inference.comparison.figures;
    figures.push_back({"margin", margin});
    if (!inference.above || !inference.below) {
        for (const char* name : {"p_noninferior", "p_equivalent", "tost_lower", "tost_upper"})
            figures.push_back({name, Value::none(inference.comparison.interval.reason())});
        return;
    }
    const double above = as_probability(inference.above(-margin));
    const double below = as_probability(inference.below(margin));
    figures.push_back({"p_noninferior", higher ? above : below});
    figures.push_back({"p_equivalent", std::max(above, below)});
    const Value none = Value::none(reasons::level_too_low); // 2 * outside >= 1
    const bool exists = 2.0 * outside < 1.0;
    const auto& limits_of = inference.each_side ? inference.each_side : inference.limits;
    const Limits limits = exists ? limits_of(2.0 * outside) : Limits{};
    figures.push_back({"tost_lower", exists ? Value(limits.lower) : none});
    figures.push_back({"tost_upper", exists ? Value(limits.upper) : none});
}

} // namespace unseen::compare::detail
