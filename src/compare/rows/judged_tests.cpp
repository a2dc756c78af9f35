// Two models on items of which few have human values, and a judge of all (METHODS I.34).
#include "compare/rows/pair.hpp"

#include "unseen/interval/judge_beta.hpp"
#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <cmath>

namespace unseen::compare::detail {

namespace {

/// What the judge says of A less what it says of B; of labels that are no two, both labels as one.
JudgedItems judged_differences(const JudgedItems& a, const JudgedItems& b)
{
    JudgedItems both{.cluster = a.cluster, .about = a.about};
    if ((a.scores() && b.scores()) || (a.labels == b.labels && a.labels.size() == 2)) {
        for (std::size_t i = 0; i < a.size(); ++i) {
            const double difference = a.judge[i] - b.judge[i]; // 0.3 - 0.1 is 0.2, as 0.2 - 0
            const double unit = std::max(std::abs(a.judge[i]), std::abs(b.judge[i])) * 0x1p-40;
            both.judge.push_back(unit > 0.0 ? std::round(difference / unit) * unit : 0.0);
        }
        return both;
    }
    const auto text = [](const JudgedItems& of, std::size_t i) {
        return of.scores() ? std::to_string(of.judge[i])
                           : of.labels.name(static_cast<std::size_t>(of.judge[i]));
    };
    std::vector<std::string> pairs;
    for (std::size_t i = 0; i < a.size(); ++i) pairs.push_back(text(a, i) + " / " + text(b, i));
    auto names = pairs;
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    both.labels = Labels(std::move(names));
    for (const auto& pair : pairs) both.judge.push_back(*both.labels.code(pair));
    return both;
}

/// The estimate for the difference with its sign changed.
JudgeEstimate turned_round(JudgeEstimate estimate)
{
    estimate.mean = 1.0 - estimate.mean;
    estimate.centre = 1.0 - estimate.centre;
    return estimate;
}

/// Adds the difference of the labels alone, and what the judge adds.
void add_help(Comparison& comparison, const JudgedMean& found, double sign, Level level)
{
    const auto alone = found.limits(found.alone, level);
    comparison.figures.push_back({"labels_alone", sign * found.value_alone()});
    comparison.figures.push_back({"labels_alone_lower", sign > 0.0 ? alone.lower : -alone.upper});
    comparison.figures.push_back({"labels_alone_upper", sign > 0.0 ? alone.upper : -alone.lower});
    comparison.figures.push_back({"help", found.help()});
    comparison.figures.push_back({"effective_labels", found.estimate.effective_at(level.outside())});
    comparison.figures.push_back({"items", found.estimate.rows});
}

} // namespace

std::vector<Inference> judged_beta(const PairInput& input)
{
    const bool exchanged = comes_later(input.a, input.b); // ties are broken alike for A - B and B - A
    const auto& a = exchanged ? input.b : input.a;
    const auto& b = exchanged ? input.a : input.b;
    const double sign = exchanged ? -1.0 : 1.0;
    const double range = input.measure.highest - input.measure.lowest;
    std::vector<double> values;
    for (std::size_t i = 0; i < a.size(); ++i) values.push_back(a.value[i] - b.value[i]);
    const auto judge = judged_differences(*a.judged, *b.judged);
    const auto found = judged_mean(judge, values, -range, range);
    Inference result{.comparison = comparison_of(input, "judge_beta")};
    if (!found) {
        take_away(result.comparison, found.reason());
        return {std::move(result)};
    }
    result.comparison.difference = Value(sign * found->value());
    result.comparison.warnings = found->warnings(judge);
    const auto of_a = exchanged ? turned_round(found->estimate) : found->estimate;
    const auto of_b = turned_round(of_a);
    const auto unit = [=](double c) { return 0.5 * (c / range + 1.0); };
    const auto limits_with = [=](double d) {
        return [=](double outside) {
            const auto limits = judge_limits(of_a, d, outside);
            return Limits{range * (2.0 * limits.lower - 1.0), range * (2.0 * limits.upper - 1.0)};
        };
    };
    const double d = input.options.level.end_share();
    result.above = [=](double c) { return judge_p_above(of_a, unit(c), 0.0); };
    result.below = [=](double c) { return judge_p_above(of_b, unit(-c), 0.0); };
    result.limits = limits_with(d);
    result.each_side = limits_with(0.0);
    const double above = judge_p_above(of_a, unit(0.0), d);
    const double below = judge_p_above(of_b, unit(0.0), d);
    result.comparison.p_value = as_probability(2.0 * std::min(above, below));
    result.comparison.p_value_one_sided =
        as_probability(input.higher() ? result.above(0.0) : result.below(0.0));
    const double outside = input.outside();
    const double effective = of_a.effective_at(outside);
    const double error = 2.0 * range * std::sqrt(of_a.centre * (1.0 - of_a.centre) / effective);
    result.detectable = [=](double power) {
        return Value((normal_quantile(tail(outside)) + normal_quantile(power)) * error);
    };
    set_interval(result, input, "judge_beta", Guarantee::heuristic,
                 {input.clustered() ? "Clusters are independent draws." : "Items are independent draws.",
                  "The labelled items were drawn at random within each difference of what the judge says."});
    add_help(result.comparison, *found, sign, input.options.level);
    return {std::move(result)};
}

} // namespace unseen::compare::detail
