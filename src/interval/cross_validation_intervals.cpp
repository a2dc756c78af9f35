// Intervals of cross-validation from the losses of each row in all repeats (METHODS I.20).
#include "interval/limits.hpp"
#include "interval/methods.hpp"
#include "interval/rank_limits.hpp"

#include "unseen/base/number.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/kl.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

/// The variance of the figure in units of the variance for one model. This factor and that of
/// between_models() come from simulations.
double of_rows(const LossSpread& s) { return s.repeated ? 1.4 : 1.75; }

double between_models(const LossSpread& s)
{
    const auto k = static_cast<double>(s.folds);
    return 0.18 * k * k / (k - 1.0);
}

/// The variance of a figure whose rows' losses or influences spread in this way.
double variance_of(const LossSpread& s) { return of_rows(s) * s.variance + between_models(s) * s.covariance; }

/// The share of errors after two errors and two correct rows are added.
double shrunk(const LossSpread& s)
{
    const auto n = static_cast<double>(s.rows);
    return (n * s.mean + 2.0) / (n + 4.0);
}

/// The share of the covariance in the variance of the figure, in units of the variance of one row over n.
double between_models_of_proportion(const LossSpread& s)
{
    const double p = shrunk(s);
    return between_models(s) * static_cast<double>(s.rows) * s.covariance / (p * (1.0 - p));
}

/// Wilson's (1927) limits of a mean of losses between 0 and 1, with effective rows and Student's t for z.
/// `clustering` is the variance of the mean in units of the binomial variance.
Limits wilson_limits(const LossSpread& s, double clustering, Level level)
{
    const double trials =
        static_cast<double>(s.rows) / (of_rows(s) * clustering + between_models_of_proportion(s));
    return wilson(s.mean * trials, trials,
                  student_t_quantile(tail(level), static_cast<double>(s.units) - 1.0));
}

/// The smallest interval that includes both.
Limits hull(Limits a, Limits b) { return {std::min(a.lower, b.lower), std::max(a.upper, b.upper)}; }

double quantile(double units, Level level) { return student_t_quantile(tail(level), units - 1.0); }

/// The reason why there are no limits; null if there are.
const Reason* missing(const IntervalInput& input)
{
    if (!input.spread) return &input.spread.reason();
    return input.spread->units < 2 ? &reasons::one_row : nullptr;
}

/// Why the folds show too little about how much the models differ; empty if they show enough.
std::string too_few_folds(const IntervalInput& input)
{
    const auto& s = *input.spread;
    const std::string too_short = ": the interval may be too short",
                      advice = "; use repeats=5 to see how much the models differ";
    const std::string not_shown = " not show how much the models differ" + too_short;
    if (s.repeated) return input.design.repeats < 5 ? "fewer than 5 repeats" + too_short + advice : "";
    if (input.design.one_row_splits) return "leave-one-out does" + not_shown + "; cv:repeats=5 shows it";
    if (s.folds == s.units) return "folds of one group do" + not_shown + "; repeats=5 of fewer folds show it";
    if (input.design.repeats > 1) return "repeats that all have the same folds do" + not_shown;
    return "one repeat" + too_short + advice;
}

IntervalEnds ends_of(const IntervalInput& input, Limits limits)
{
    const auto& s = *input.spread;
    IntervalEnds ends{
        .limits = limits,
        .assumptions = {
            std::string(input.design.groups > 0 ? "groups" : "rows") + " are independent draws",
            "models trained on other rows differ as much as in the simulations that gave the method its "
            "two factors"}};
    if (auto text = too_few_folds(input); !text.empty())
        ends.warnings.push_back({warnings::few_repeats, std::move(text)});
    if (s.units < 30)
        ends.warnings.push_back(
            {warnings::few_rows, "fewer than 30 " + std::string(input.design.groups > 0 ? "groups" : "rows") +
                                     ": the interval may be too short"});
    return ends;
}

} // namespace

/// Wilson's limits with n_eff = n / (1.4 n v / (m (1 - m)) + kappa n c / (p (1 - p))) rows; m, v and c are
/// the spread's mean, variance and covariance, kappa = 0.18 k^2 / (k - 1) of k folds. Never of width zero.
Maybe<IntervalEnds> cv_wilson(const IntervalInput& input, Level level)
{
    if (const auto* reason = missing(input)) return *reason;
    const auto& s = *input.spread;
    const auto n = static_cast<double>(s.rows);
    const double binomial = s.mean * (1.0 - s.mean);
    auto ends = ends_of(
        input, wilson_limits(s, binomial > 0.0 ? n * s.variance / binomial : n / static_cast<double>(s.units),
                             level));
    if (n * std::min(s.mean, 1.0 - s.mean) < 5.0)
        ends.warnings.push_back(
            {warnings::few_errors,
             "fewer than 5 errors (or right rows): the error of the model of all rows may lie "
             "outside"});
    if (between_models_of_proportion(s) > 1.4)
        ends.warnings.push_back(
            {warnings::unstable_learner,
             "most of the interval's width comes from how much the models differ when other "
             "rows are trained on: a learner whose models differ less has a shorter one"});
    return ends;
}

/// value exp(-+ t sqrt(1.4 v + kappa c) / m); half the exponent for a root. If losses have a largest value
/// and fewer than five rows carry their sum, the limits also include Wilson's limits for losses that are 0 or
/// the largest: no other losses with this mean have a larger variance.
Maybe<IntervalEnds> cv_log(const IntervalInput& input, Level level)
{
    if (const auto* reason = missing(input)) return *reason;
    const auto& s = *input.spread;
    const double variance = variance_of(s);
    const double range = input.measure->highest;
    const bool hardly_any = s.carriers < 5.0 || static_cast<double>(s.rows) * s.mean < 0.01 * range;
    const bool few = hardly_any && std::isfinite(range) && !input.measure->finishes();
    if (!few && !(s.mean > 0.0 && variance > 0.0)) return reasons::zero_variance;
    Limits limits{input.value, input.value};
    if (s.mean > 0.0) {
        const double power = input.measure->finishes() ? 0.5 : 1.0;
        const double relative =
            power * quantile(static_cast<double>(s.units), level) * std::sqrt(variance) / s.mean;
        limits = {input.value * std::exp(-relative), input.value * std::exp(relative)};
    }
    if (few) {
        auto share = s;
        share.mean /= range;
        share.covariance /= range * range;
        const auto of_share =
            wilson_limits(share, static_cast<double>(s.rows) / static_cast<double>(s.units), level);
        limits = hull(limits, {range * of_share.lower, range * of_share.upper});
    }
    auto ends = ends_of(input, limits);
    warn_of_few_carriers(ends.warnings, *input.measure, s.carriers, static_cast<double>(s.units));
    if (s.cut_off)
        ends.warnings.push_back(
            {warnings::extreme_scores,
             "some scores are 0 or 1; where they are wrong the loss would be infinite: single rows decide "
             "the figure, and the interval may be too short"});
    return ends;
}

/// expit(logit A -+ t sqrt(V) / (A (1 - A))), V = 1.4 v + kappa c / 2, at least A (1 - A) / min(P + N, 4
/// min(P, N)), t with min(P, N) - 1 degrees of freedom; P and N are the units with a positive and with a
/// negative row. If less than half a row of the smaller class is out of order, the limits also include the
/// distribution-free ones for min(P, N) / 1.4 of its rows (METHODS I.1).
Maybe<IntervalEnds> cv_logit(const IntervalInput& input, Level level)
{
    if (const auto* reason = missing(input)) return *reason;
    const auto& s = *input.spread;
    const auto smaller = static_cast<double>(std::min(s.positives, s.negatives));
    if (smaller < 2.0) return reasons::too_few_rows;
    const double area = input.value;
    const double binomial = area * (1.0 - area);
    const double errors = smaller * std::min(area, 1.0 - area);
    Limits limits{area, area};
    if (binomial > 0.0) {
        const double floor =
            auc_variance_floor(area, static_cast<double>(s.positives), static_cast<double>(s.negatives));
        const double variance =
            std::max(floor, of_rows(s) * s.variance + 0.5 * between_models(s) * s.covariance);
        limits = on_logit_scale(area, quantile(smaller, level) * std::sqrt(variance) / binomial);
    }
    if (errors < 0.5) {
        const double budget = std::log(2.0 / level.outside()) * of_rows(s) / smaller;
        limits = hull(limits, {kl_lower(area, budget), kl_upper(area, budget)});
    }
    auto ends = ends_of(input, limits);
    if (errors < 5.0) ends.warnings.push_back(auc_few_errors(*input.measure, errors));
    return ends;
}

namespace {

constexpr std::uint64_t fewest_in_a_class = 5;
constexpr std::uint64_t few_in_a_class = 10;

/// 1 - (1 - value) exp(-+ t_{n-1} sqrt(V) / (1 - value)), V = 1.4 v + kappa c.
Maybe<IntervalEnds> of_explained_share(const IntervalInput& input, Level level)
{
    const auto& s = *input.spread;
    const double rest = 1.0 - input.value;
    const double variance = variance_of(s);
    if (!(rest > 0.0 && variance > 0.0)) return reasons::zero_variance;
    const double relative = quantile(static_cast<double>(s.units), level) * std::sqrt(variance) / rest;
    auto ends = ends_of(input, {1.0 - rest * std::exp(relative), 1.0 - rest * std::exp(-relative)});
    warn_of_few_carriers(ends.warnings, *input.measure, s.carriers, static_cast<double>(s.units));
    return ends;
}

} // namespace

/// h(value) -+ t_{P-1} sqrt(max(V, 1.4 g / min(n, 4 P))) / g and back, V = 1.4 v + kappa c, P the rows (or
/// groups) of the smallest class: on the logit scale with g = value (1 - value) for measures in 0..1, on that
/// of atanh with g = 1 - value^2 for measures in -1..1. At an end of the range Wilson's limits with min(n, 4
/// P) / 1.4 rows. For explained shares see of_explained_share(). With one repeat 1.75 for 1.4.
Maybe<IntervalEnds> cv_pooled(const IntervalInput& input, Level level)
{
    if (const auto* reason = missing(input)) return *reason;
    if (input.measure->explained_share()) return of_explained_share(input, level);
    const auto& s = *input.spread;
    if (s.smallest_class < fewest_in_a_class) return reasons::too_few_rows;
    const auto smallest = static_cast<double>(s.smallest_class);
    const double rows = std::min(static_cast<double>(s.units), 4.0 * smallest) / of_rows(s);
    const double t = quantile(smallest, level);
    const bool from_minus_one = input.measure->lowest < 0.0;
    const double figure = input.value;
    const double g = from_minus_one ? 1.0 - figure * figure : figure * (1.0 - figure);
    Limits limits;
    if (g > 0.0) {
        const double variance = variance_of(s);
        const double half = t * std::sqrt(std::max(variance, g / rows)) / g;
        limits = from_minus_one
                     ? Limits{std::tanh(std::atanh(figure) - half), std::tanh(std::atanh(figure) + half)}
                     : on_logit_scale(figure, half);
    } else {
        limits = wilson((from_minus_one ? (1.0 + figure) / 2.0 : figure) * rows, rows, t);
        if (from_minus_one) limits = {2.0 * limits.lower - 1.0, 2.0 * limits.upper - 1.0};
    }
    auto ends = ends_of(input, limits);
    if (!(g > 0.0))
        ends.warnings.push_back(
            {warnings::zero_variance,
             "the figure is at an end of its range, so that the rows show no variance: the "
             "limits are those of a proportion"});
    if (s.smallest_class < few_in_a_class)
        ends.warnings.push_back(
            {warnings::few_class_rows, "a class has only " + std::to_string(s.smallest_class) + ' ' +
                                           (input.design.groups > 0 ? "groups" : "rows") +
                                           ": the interval is wide, and the figure itself may be off"});
    return ends;
}

} // namespace unseen
