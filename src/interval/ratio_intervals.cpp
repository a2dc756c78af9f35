// Intervals of ratios: of two proportions (METHODS I.35 c), and of observed and expected events (I.35 a).
#include "draws/units.hpp"
#include "interval/beta_laws.hpp"
#include "interval/methods.hpp"
#include "interval/unit_ratio.hpp"
#include "stats/benefit_limits.hpp"

#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace unseen {

namespace {

/// The squared distance of the proportions a and b from a / b = theta, less that which is allowed: below 0
/// between the limits (Miettinen & Nurminen 1985, Stat. Med. 4:213). z2 is the square of the normal quantile.
double outside_of(const Counts& a, const Counts& b, double theta, double z2)
{
    const double n = a.trials + b.trials;
    const double linear = -(a.trials * theta + a.ones + b.trials + b.ones * theta);
    const double both = a.ones + b.ones;
    const double root = std::sqrt(std::max(0.0, linear * linear - 4.0 * n * theta * both));
    const double second = 2.0 * both / (root - linear); // the smaller root of n theta p^2 + linear p + both
    const double first = std::min(1.0, theta * second);
    const double variance =
        first * (1.0 - first) / a.trials + theta * theta * second * std::max(0.0, 1.0 - second) / b.trials;
    const double distance = a.ones / a.trials - theta * b.ones / b.trials;
    return distance * distance - z2 * variance * n / (n - 1.0);
}

} // namespace

/// All ratios theta that the score test does not reject. The lower limit is 0 where the first count is 0.
Maybe<IntervalEnds> score_ratio(const TestIntervalInput& input, Level level)
{
    constexpr double smallest = 1e-9;
    const auto [a, b] = input.measure->of_confusion()->quotient_of(*input.confusion);
    const double z = normal_quantile(tail(level));
    const auto outside = [&, a = a, b = b](double log_theta) {
        return outside_of(a, b, std::exp(log_theta), z * z);
    };
    const double middle = std::log(std::max(input.value, smallest));
    const auto limit = [&](double direction) {
        constexpr double nearest = 1e-9; // at the ratio itself there may be no variance
        double step = 1.0;
        while (outside(middle + direction * step) < 0.0) step *= 2.0;
        return std::exp(
            middle +
            direction * crossing([&](double x) { return outside(middle + direction * x); }, nearest, step));
    };
    return IntervalEnds{.limits = {a.ones > 0.0 ? limit(-1.0) : 0.0, limit(1.0)}};
}

/// All ratios that are not rejected if the second count is 0: from a finite one on.
std::optional<Limits> score_ratio_over_0(const TestIntervalInput& input, Level level)
{
    constexpr double far = 50.0; // of the logarithm
    if (input.confusion->classes != 2) return std::nullopt;
    const auto [a, b] = input.measure->of_confusion()->quotient_of(*input.confusion);
    if (!(a.ones > 0.0 && b.ones == 0.0 && b.trials > 0.0)) return std::nullopt;
    const double z = normal_quantile(tail(level));
    const double lowest = crossing(
        [&, a = a, b = b](double log_theta) { return -outside_of(a, b, std::exp(log_theta), z * z); }, -far,
        far);
    return Limits{std::exp(lowest), std::numeric_limits<double>::infinity()};
}

/// The beta limits, d = 1/3, of a proportion of an effective number of rows, over the mean probability. The
/// number may exceed that of the rows, because observed and expected events move together.
Maybe<IntervalEnds> beta_ratio(const TestIntervalInput& input, Level level)
{
    constexpr double most_times_rows = 10.0;
    const auto& view = *input.predictions;
    std::vector<double> observed(view.size()), expected(view.size());
    ExactSum positive, probability, weights; // so that the order of the rows has no effect
    for (std::size_t i = 0; i < view.size(); ++i) {
        const double weight = view.weight_of(i);
        observed[i] = view.true_label[i] == view.positive ? weight : 0.0;
        expected[i] = weight * view.score(i, view.positive);
        positive.add(observed[i]);
        probability.add(expected[i]);
        weights.add(weight);
    }
    const double rate = positive.value() / weights.value();
    const double mean = probability.value() / weights.value();
    const auto s =
        spread_of({.sums = sums_over(*input.units, observed), .weights = sums_over(*input.units, expected)});
    if (s.most > most_of_one_unit)
        return input.cluster.empty() ? reasons::too_few_rows : reasons::too_few_clusters;
    const auto n = static_cast<double>(input.units->rows());
    double effective = static_cast<double>(input.units->size());
    if (!view.weight.empty()) { // Kish's number of units
        double squares = 0.0;
        for (const double weight : sums_over(*input.units, view.weight)) squares += weight * weight;
        effective = weights.value() * weights.value() / squares;
    }
    if (rate > 0.0 && rate < 1.0 && s.variance > 0.0) {
        const double ratio = student_t_quantile(tail(level), n - 1.0) / student_t_quantile(tail(level), s.df);
        effective =
            std::min(rate * (1.0 - rate) / (s.variance * mean * mean) * ratio * ratio, most_times_rows * n);
    }
    const auto limits = beta_limits(rate * effective, effective, level.end_share(), level.outside());
    return IntervalEnds{.limits = {limits.lower / mean, limits.upper / mean}};
}

/// The positive and the negative rows that count, by the number of all rows or of positive ones.
Maybe<IntervalEnds> mover_benefit(const TestIntervalInput& input, Level level)
{
    const auto& view = *input.predictions;
    const auto* standardised = input.measure->standardised_benefit();
    const auto& weights = standardised ? standardised->weights : *input.measure->row_mean()->benefit;
    std::vector<double> values(view.size());
    (standardised ? standardised->values : input.measure->row_mean()->values)(view, values);
    double positives = 0.0, counted_positives = 0.0, counted_negatives = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool positive = view.true_label[i] == view.positive;
        positives += positive;
        if (values[i] != 0.0) ++(positive ? counted_positives : counted_negatives);
    }
    const double rows = standardised ? positives : static_cast<double>(values.size());
    const double d = level.end_share();
    const double outside = level.outside();
    const std::array shares{
        share_of(counted_positives, rows, weights.positive, d, outside),
        (standardised ? odds_of : share_of)(counted_negatives, rows, weights.negative, d, outside)};
    return IntervalEnds{.limits = limits_of_sum(shares)};
}

} // namespace unseen
