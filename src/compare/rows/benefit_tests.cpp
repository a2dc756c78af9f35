// The net benefits of two models at a threshold (METHODS I.35 c).
#include "compare/rows/pair.hpp"
#include "stats/benefit_limits.hpp"

#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <array>
#include <boost/math/tools/toms748_solve.hpp>
#include <cstdint>

namespace unseen::compare::detail {

namespace {

/// Rows that only one model's benefit counts, and what they are compared with.
class OnlyOne {
public:
    double positives_a = 0.0, positives_b = 0.0;
    double negatives_a = 0.0, negatives_b = 0.0;
    double rows = 0.0; ///< all, or all positive ones if benefits are standardised
    BenefitWeights weights{};
    bool standardised = false;

    Limits limits(double d, double outside) const
    {
        const auto negatives = [&](double count, double weight) {
            return (standardised ? odds_of : share_of)(count, rows, weight, d, outside);
        };
        const std::array shares{share_of(positives_a, rows, weights.positive, d, outside),
                                share_of(positives_b, rows, -weights.positive, d, outside),
                                negatives(negatives_a, weights.negative),
                                negatives(negatives_b, -weights.negative)};
        return limits_of_sum(shares);
    }
    /// The one-sided p-value of "A - B is above c": half the `outside` at which the lower limit is c, or, if
    /// c lies above, 1 less that of the upper limit; 1/2 between the limits at 0 confidence.
    double p_above(double c, double d) const
    {
        const Limits nearest = limits(d, 2.0 * normal_tail(least_z));
        if (nearest.lower > c)
            return p_where([&](double z) { return limits(d, 2.0 * normal_tail(z)).lower - c; });
        if (nearest.upper < c)
            return 1.0 - p_where([&](double z) { return c - limits(d, 2.0 * normal_tail(z)).upper; });
        return 0.5;
    }

private:
    static constexpr double least_z = 1e-9;

    /// The normal tail from the z on where `left`, what the limit has left of its way, is 0. Limits are
    /// nearly linear in z.
    template <class Left>
    static double p_where(const Left& left)
    {
        constexpr double most_z = 8.0;
        if (left(most_z) > 0.0) return normal_tail(most_z);
        std::uintmax_t steps = 60;
        const auto finite = [&](double z) { return std::max(left(z), -1.0); }; // far out limits are infinite
        const auto [low, high] = boost::math::tools::toms748_solve(
            finite, least_z, most_z, boost::math::tools::eps_tolerance<double>(45), steps);
        return normal_tail(0.5 * (low + high));
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
                  .weights = standardised ? standardised->weights : *input.measure.row_mean()->benefit,
                  .standardised = standardised != nullptr};
    const auto is_positive = [&](std::size_t i) { return input.a.true_label[i] == input.a.positive; };
    if (standardised)
        found.rows = static_cast<double>(std::ranges::count(input.a.true_label, input.a.positive));
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] == b[i]) continue;
        ++(a[i] != 0.0      ? is_positive(i) ? found.positives_a : found.negatives_a
           : is_positive(i) ? found.positives_b
                            : found.negatives_b);
    }
    return found;
}

} // namespace

std::vector<Inference> benefits_mover(const PairInput& input)
{
    const OnlyOne a = only_one(input);
    const double d = input.options.level.end_share();
    Inference result{.comparison = comparison_of(input, "mover_benefit")};
    result.above = [a](double c) { return a.p_above(c, 0.0); };
    result.below = [a](double c) { return 1.0 - a.p_above(c, 0.0); };
    result.limits = [a, d](double outside) { return a.limits(d, outside); };
    result.each_side = [a](double outside) { return a.limits(0.0, outside); };
    const double above = a.p_above(0.0, d);
    result.comparison.p_value = as_probability(2.0 * std::min(above, 1.0 - above));
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
