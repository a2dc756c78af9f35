// The net benefits of two models at a threshold (METHODS I.35 c).
#include "compare/rows/pair.hpp"
#include "stats/benefit_limits.hpp"
#include "stats/first_where.hpp"

#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace unseen::compare::detail {

namespace {

/// Rows on which only one model acts, and what they are compared with.
struct OnlyOne {
    double positives_a = 0.0, positives_b = 0.0;
    double negatives_a = 0.0, negatives_b = 0.0;
    double rows = 0.0; ///< all, or all positive ones if benefits are standardised
    double odds = 1.0;
    bool standardised = false;

    Limits limits(double d, double outside) const
    {
        const auto negatives = [&](double count, double weight) {
            return (standardised ? odds_of : share_of)(count, rows, weight, d, outside);
        };
        const std::array shares{share_of(positives_a, rows, 1.0, d, outside),
                                share_of(positives_b, rows, -1.0, d, outside), negatives(negatives_a, -odds),
                                negatives(negatives_b, odds)};
        return limits_of_sum(shares);
    }
    /// The one-sided p-value of "A - B is above c": half the `outside` at which the lower limit is c.
    double p_above(double c, double d) const
    {
        const double least = std::log(1e-15); // quantiles farther out are not to be had
        const double log_outside = first_where(least, 0.0, [&](double log_x) {
            return limits(d, std::min(std::exp(log_x), 1.0 - 1e-12)).lower >= c;
        });
        return log_outside < 0.0 ? 0.5 * std::exp(log_outside) : 1.0;
    }
    OnlyOne exchanged() const
    {
        return {.positives_a = positives_b,
                .positives_b = positives_a,
                .negatives_a = negatives_b,
                .negatives_b = negatives_a,
                .rows = rows,
                .odds = odds,
                .standardised = standardised};
    }
};

OnlyOne only_one(const PairInput& input)
{
    const auto* standardised = input.measure.standardised_benefit();
    const auto& values = standardised ? standardised->values : input.measure.row_mean()->values;
    std::vector<double> a(input.a.size()), b(input.b.size());
    values(input.a, a);
    values(input.b, b);
    OnlyOne found{.rows = static_cast<double>(a.size()),
                  .odds = standardised ? standardised->odds : input.measure.row_mean()->benefit_odds,
                  .standardised = standardised != nullptr};
    if (standardised)
        found.rows = static_cast<double>(std::ranges::count(input.a.true_label, input.a.positive));
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] == b[i]) continue;
        const double value = a[i] != 0.0 ? a[i] : b[i];
        ++(a[i] != 0.0   ? value > 0.0 ? found.positives_a : found.negatives_a
           : value > 0.0 ? found.positives_b
                         : found.negatives_b);
    }
    return found;
}

} // namespace

std::vector<Inference> benefits_mover(const PairInput& input)
{
    const OnlyOne a = only_one(input);
    const OnlyOne b = a.exchanged();
    const double d = input.options.level.end_share();
    Inference result{.comparison = comparison_of(input, "mover_benefit")};
    result.above = [a](double c) { return a.p_above(c, 0.0); };
    result.below = [b](double c) { return b.p_above(-c, 0.0); };
    result.limits = [a, d](double outside) { return a.limits(d, outside); };
    result.each_side = [a](double outside) { return a.limits(0.0, outside); };
    result.comparison.p_value = as_probability(2.0 * std::min(a.p_above(0.0, d), b.p_above(0.0, d)));
    result.comparison.p_value_one_sided = as_probability(result.above(0.0));
    const double z = normal_quantile(tail(input.outside()));
    const Limits limits = result.limits(input.outside());
    result.detectable = [z, error = (limits.upper - limits.lower) / (2.0 * z)](double power) {
        return Value((z + normal_quantile(power)) * error);
    };
    set_interval(result, input, "mover_benefit", Guarantee::heuristic, {independent_units(input)});
    return {std::move(result)};
}

} // namespace unseen::compare::detail
