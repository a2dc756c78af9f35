// Intervals of calibration slope and intercept from their likelihood, scaled by the variance of the scores
// (METHODS I.35 a).
#include "draws/units.hpp"
#include "interval/methods.hpp"
#include "interval/unit_ratio.hpp"
#include "measure/calibration_line.hpp"
#include "stats/beta_limits.hpp"

#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

namespace {

constexpr double few_events = 10.0;

/// How much the deviance varies: `scale` times a chi-square of one degree of freedom, estimated with `df`
/// degrees of freedom; both NaN if one unit has nearly all information.
struct DevianceSpread {
    double scale = std::numeric_limits<double>::quiet_NaN();
    double df = std::numeric_limits<double>::quiet_NaN();
};

double sum_of(std::span<const double> numbers)
{
    ExactSum sum;
    sum.add(numbers);
    return sum.value();
}

/// Independent rows of equal weight: n / (n - 1) times the sum of the squared scores over the information.
DevianceSpread of_rows(const UnitTotals& totals, bool slope)
{
    const auto n = static_cast<double>(totals.sums.size());
    ExactSum squares;
    for (const double s : totals.sums) squares.add(s * s);
    return {n / (n - 1.0) * squares.value() / sum_of(totals.weights), n - (slope ? 2.0 : 1.0)};
}

/// Units with scores s and shares p of the information: sum s^2 / (1 - p) over it. Degrees of freedom by
/// Satterthwaite; those of the slope as if rows were independent, because an effect that the rows of a unit
/// share hardly moves it.
DevianceSpread of_units(const UnitTotals& totals, bool slope)
{
    const auto ratio = spread_of(totals);
    if (ratio.most > most_of_one_unit) return {};
    const double information = sum_of(totals.weights);
    double squares = 0.0, p2 = 0.0, q1 = 0.0, q2 = 0.0;
    for (std::size_t u = 0; u < totals.sums.size(); ++u) {
        const double p = totals.weights[u] / information;
        const double q = p * p / (1.0 - p);
        squares += totals.sums[u] * totals.sums[u] / (1.0 - p);
        p2 += p * p;
        q1 += q;
        q2 += q * q;
    }
    return {squares / information, slope ? 1.0 / (p2 + q1 * q1 - q2) : ratio.df};
}

/// The scores of the units, the derivatives of the log likelihood, and their shares of the information.
UnitTotals scores_of(const LogitRows& rows, const Line& line, bool slope, const Units& units)
{
    const double centre = slope ? line.information[1] / line.information[0] : 0.0;
    std::vector<double> scores, information;
    for (std::size_t i = 0; i < rows.x.size(); ++i) {
        const double p = line.probability(rows.x[i]);
        const double d = slope ? rows.x[i] - centre : 1.0;
        scores.push_back(rows.weight[i] * (rows.positive[i] - p) * d);
        information.push_back(rows.weight[i] * p * (1.0 - p) * d * d);
    }
    return {.sums = sums_over(units, scores), .weights = sums_over(units, information)};
}

/// The parameter on one side of the line's (`side` 1 or -1) where the root of the deviance is `goal`: the
/// root is nearly linear in the parameter, so secants find it. Infinite if there is none, NaN if the
/// likelihood is not found.
double limit_of(const LogitRows& rows, const Line& line, bool slope, double side, double first, double goal)
{
    const double centre = line.at[slope ? 1 : 0];
    double below = 0.0, above = std::numeric_limits<double>::infinity();
    double last = 0.0, last_root = 0.0;
    double distance = first;
    Line near = line;
    for (int i = 0; i < 200; ++i) {
        const auto found = line_with(rows, slope, centre + side * distance, near);
        if (!found) return std::numeric_limits<double>::quiet_NaN();
        near = *found;
        const double root = std::sqrt(std::max(0.0, 2.0 * (line.likelihood - found->likelihood)));
        if (std::abs(root - goal) <= 1e-13 * goal) break;
        (root < goal ? below : above) = distance;
        double next = distance + (goal - root) * (distance - last) / (root - last_root);
        last = distance;
        last_root = root;
        if (!(next > below && next < above))
            next = std::isfinite(above) ? (below + above) / 2.0 : 4.0 * below;
        if (!(next < 1e12)) return side * std::numeric_limits<double>::infinity();
        // The error of a secant step is about the product of the last two.
        if (std::abs(next - distance) <= 1e-8 * next) return centre + side * next;
        distance = std::min(next, 8.0 * distance);
    }
    return centre + side * distance;
}

/// `uneven_clusters`, and `few_class_rows` if the rarer class has fewer than ten rows.
std::vector<Warning> line_warnings(const TestIntervalInput& input, const LogitRows& rows)
{
    std::vector<double> sizes;
    for (std::size_t u = 0; u < input.units->size(); ++u)
        sizes.push_back(static_cast<double>(input.units->rows_of(u).size()));
    auto warnings = uneven_warning(sizes);
    const double events = sum_of(rows.positive);
    const double fewer = std::min(events, static_cast<double>(rows.positive.size()) - events);
    if (fewer < few_events)
        warnings.push_back({warnings::few_class_rows,
                            "'" + input.measure->name() + "': only " + std::to_string(std::lround(fewer)) +
                                (fewer == 1.0 ? " row is" : " rows are") +
                                " of the rarer class: the interval may be too short"});
    return warnings;
}

} // namespace

Maybe<IntervalEnds> lr_scaled(const TestIntervalInput& input, Level level)
{
    const bool slope = input.measure->calibration_line()->slope;
    const auto rows = logit_rows(*input.predictions);
    const auto line = line_of(rows, slope);
    if (!line) return line.reason();
    const auto totals = scores_of(rows, *line, slope, *input.units);
    const auto spread = input.weighted_or_clustered() ? of_units(totals, slope) : of_rows(totals, slope);
    if (std::isnan(spread.scale)) return reasons::too_few_clusters;
    if (!(spread.df > 0.0)) return reasons::too_few_rows;
    // As if the weights had the mean 1.
    const double mean_weight = sum_of(rows.weight) / static_cast<double>(input.units->rows());
    const double scale = std::max(mean_weight, spread.scale);
    const double goal = std::sqrt(scale) * student_t_quantile(tail(level), spread.df);
    const double first = goal / std::sqrt(sum_of(totals.weights));
    const double shift = slope ? 0.0 : rows.mean;
    const auto few = condensed(rows);
    const Limits limits{limit_of(few, *line, slope, -1.0, first, goal) - shift,
                        limit_of(few, *line, slope, 1.0, first, goal) - shift};
    if (std::isnan(limits.lower) || std::isnan(limits.upper)) return reasons::no_convergence;
    return IntervalEnds{.limits = limits,
                        .assumptions = {"many draws, none of which carries most of the figure"},
                        .warnings = line_warnings(input, rows)};
}

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The supremum of the log likelihood of classes that a threshold separates, the positive ones above: 0 but
/// for the rows at the threshold, if both classes have some there.
double most_likely(const LogitRows& rows)
{
    double threshold = -infinity;
    for (std::size_t i = 0; i < rows.x.size(); ++i)
        if (rows.positive[i] == 0.0) threshold = std::max(threshold, rows.x[i]);
    double positive = 0.0, tied = 0.0;
    for (std::size_t i = 0; i < rows.x.size(); ++i) {
        if (rows.x[i] != threshold) continue;
        positive += rows.positive[i];
        ++tied;
    }
    if (positive == 0.0) return 0.0;
    return positive * std::log(positive / tied) + (tied - positive) * std::log1p(-positive / tied);
}

/// The smallest slope that the deviance from the supremum does not reject, the positive class being above.
std::optional<double> least_slope(const LogitRows& rows, Level level)
{
    const auto n = static_cast<double>(rows.x.size());
    if (n < 3.0) return std::nullopt;
    const double goal = std::pow(student_t_quantile(tail(level), n - 2.0), 2) / 2.0;
    const double supremum = most_likely(rows);
    Line near{};
    bool found = true;
    const auto spare = [&](double slope) { // increases with the slope
        const auto line = line_with(rows, true, slope, near);
        found = found && line.has_value();
        return found ? goal - (supremum - line->likelihood) : 0.0;
    };
    double low = -1.0, high = 1.0;
    while (found && spare(low) > 0.0 && low > -1e9) low *= 2.0;
    while (found && spare(high) < 0.0 && high < 1e9) high *= 2.0;
    const double least = crossing(spare, low, high);
    return found ? std::optional(least) : std::nullopt;
}

/// The intercept at which the mean probability is `rate`.
double intercept_of(const LogitRows& rows, double rate)
{
    constexpr double far = 800.0;
    return crossing(
        [&](double intercept) {
            const Line line{.at = {intercept + rows.mean, 1.0}};
            double sum = 0.0;
            for (const double x : rows.x) sum += line.probability(x);
            return sum / static_cast<double>(rows.x.size()) - rate;
        },
        -far, far);
}

} // namespace

/// The slope's limit if a threshold separates the classes, and the intercept's if there is one class. Of
/// independent rows only.
std::optional<Limits> lr_scaled_of_separated(const TestIntervalInput& input, Level level)
{
    if (input.weighted_or_clustered()) return std::nullopt;
    auto rows = logit_rows(*input.predictions);
    if (!input.measure->calibration_line()->slope) {
        const auto n = static_cast<double>(rows.x.size());
        const double positives = sum_of(rows.positive);
        if (positives > 0.0 && positives < n) return std::nullopt;
        const auto share = beta_limits(positives, n, level.end_share(), level.outside());
        if (positives == 0.0) return Limits{-infinity, intercept_of(rows, share.upper)};
        return Limits{intercept_of(rows, share.lower), infinity};
    }
    if (const auto line = line_of(rows, true); line || line.reason() != reasons::infinite)
        return std::nullopt;
    double sums[2] = {}, counts[2] = {};
    for (std::size_t i = 0; i < rows.x.size(); ++i) {
        const std::size_t of = rows.positive[i] == 1.0 ? 1 : 0;
        sums[of] += rows.x[i];
        ++counts[of];
    }
    const bool below = sums[1] / counts[1] < sums[0] / counts[0];
    if (below)
        for (auto& x : rows.x) x = -x;
    const auto least = least_slope(rows, level);
    if (!least) return std::nullopt;
    return below ? Limits{-infinity, -*least} : Limits{*least, infinity};
}

} // namespace unseen
