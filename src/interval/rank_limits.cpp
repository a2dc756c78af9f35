#include "interval/rank_limits.hpp"

#include "unseen/base/number.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/kl.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

/// v = 0 if and only if A is 0, 1 or all scores are equal.
bool no_spread(const AucVariance& a) { return !(a.variance() > 0.0) || !(a.auc > 0.0 && a.auc < 1.0); }

} // namespace

double auc_variance_floor(double auc, double positives, double negatives)
{
    return auc * (1.0 - auc) / std::min(positives + negatives, 4.0 * std::min(positives, negatives));
}

Warning auc_few_errors(const Measure& measure, double errors)
{
    const double rounded = std::round(errors * 10.0) / 10.0;
    return {warnings::auc_few_errors,
            "'" + measure.name() + "' rests on few errors, as if " +
                (rounded > 0.0 ? shortest(rounded) : "less than 0.1") +
                (rounded == 1.0 ? " row of the smaller class was" : " rows of the smaller class were") +
                " misplaced; below 5 its interval may be too short"};
}

Limits auc_delong(const AucVariance& a, double outside)
{
    const double half = normal_quantile(tail(outside)) * std::sqrt(a.variance());
    return {std::max(0.0, a.auc - half), std::min(1.0, a.auc + half)};
}

Limits auc_logit_z(const AucVariance& a, double outside)
{
    if (no_spread(a)) return auc_kl(a, outside);
    return on_logit_scale(a.auc,
                          normal_quantile(tail(outside)) * std::sqrt(a.variance()) / (a.auc * (1.0 - a.auc)));
}

Limits auc_logit(const AucVariance& a, double outside)
{
    const Limits outer = auc_kl(a, outside);
    if (no_spread(a)) return outer;
    const double spread = a.auc * (1.0 - a.auc);
    const double variance = std::max(a.variance(), auc_variance_floor(a.auc, a.positives, a.negatives));
    const double df = a.variance() * a.variance() /
                      (a.of_positives * a.of_positives / (a.positives - 1.0) +
                       a.of_negatives * a.of_negatives / (a.negatives - 1.0));
    const auto inner =
        on_logit_scale(a.auc, student_t_quantile(tail(outside), df) * std::sqrt(variance) / spread);
    return {std::max(inner.lower, outer.lower), std::min(inner.upper, outer.upper)};
}

Limits auc_kl(const AucVariance& a, double outside)
{
    const double budget = std::log(2.0 / outside) / a.smaller_class();
    return {kl_lower(a.auc, budget), kl_upper(a.auc, budget)};
}

Limits precision_influence(double value, double variance, double outside)
{
    return on_logit_scale(value,
                          normal_quantile(tail(outside)) * std::sqrt(variance) / (value * (1.0 - value)));
}

Limits precision_boyd(double value, double positives, double outside)
{
    if (!(value < 1.0)) return {std::exp(std::log(outside / 2) / positives), 1.0};
    return on_logit_scale(value,
                          normal_quantile(tail(outside)) / std::sqrt(positives * value * (1.0 - value)));
}

} // namespace unseen
