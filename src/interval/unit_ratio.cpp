// Limits of a ratio of sums over independent units (METHODS I.28).
#include "interval/unit_ratio.hpp"

#include "interval/beta_laws.hpp"
#include "interval/methods.hpp"

#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

RatioSpread spread_of(const UnitTotals& totals)
{
    const auto g = static_cast<double>(totals.sums.size());
    ExactSum all_sums;
    ExactSum all_weights;
    all_sums.add(totals.sums);
    all_weights.add(totals.weights);
    const double weight = all_weights.value();
    RatioSpread s{.theta = all_sums.value() / weight};
    double k = 0.0;
    for (const double w : totals.weights) {
        const double p = w / weight;
        s.most = std::max(s.most, p);
        k += p * p / (1.0 - p);
        s.of_units += p * p;
    }
    s.of_units = 1.0 / s.of_units;
    if (s.most > most_of_one_unit) return s; // no interval; of one unit the spread is infinite
    // A = W_g W_h m_gh with m_gh = k - c_g p_g - c_h p_h, and m_gg = c_g - 2 c_g p_g + k; sum over g, h of
    // A^2 from sums over g alone.
    double squares = 0.0, cubes = 0.0, with_size = 0.0, trace = 0.0, diagonal = 0.0;
    double w2 = 0.0, w2x = 0.0, w2xx = 0.0, own = 0.0;
    ExactSum variance;
    for (std::size_t i = 0; i < totals.sums.size(); ++i) {
        const double w = totals.weights[i];
        const double p = w / weight;
        const double c = 1.0 / (1.0 - p);
        const double u = totals.sums[i] - s.theta * w;
        variance.add(u * u * c);
        squares += u * u / g;
        cubes += u * u * u / g;
        with_size += u * w / g;
        const double x = c * p;
        const double m = c - 2.0 * x + k;
        trace += p * p * m;
        diagonal += p * p * p * p * m * m;
        w2 += p * p;
        w2x += p * p * x;
        w2xx += p * p * x * x;
        const double off = k - 2.0 * x;
        own += p * p * p * p * off * off;
    }
    const double pairs = k * k * w2 * w2 + 2.0 * w2 * w2xx + 2.0 * w2x * w2x - 4.0 * k * w2 * w2x;
    s.df = trace * trace / (pairs - own + diagonal);
    s.variance = variance.value() / (weight * weight);
    if (squares > 0.0) {
        s.skewness = cubes / std::pow(squares, 1.5);
        s.size = with_size / (std::sqrt(squares) * weight / g);
    }
    return s;
}

Maybe<Limits> hall_limits(const UnitTotals& totals, Level level)
{
    const auto s = spread_of(totals);
    if (s.most > most_of_one_unit) return reasons::too_few_clusters;
    if (!(s.variance > 0.0)) return reasons::zero_variance;
    if (!std::isfinite(s.variance)) return reasons::infinite;
    const double root = std::sqrt(static_cast<double>(totals.sums.size()));
    const double t = student_t_quantile(tail(level), s.df);
    const auto limit = [&](double x) {
        return s.theta - std::sqrt(s.variance) *
                             hall_transform(x, (s.skewness / 3.0 - s.size) / root, s.skewness / (6.0 * root));
    };
    return Limits{limit(t), limit(-t)};
}

Maybe<Limits> korn_graubard_limits(const UnitTotals& totals, Level level)
{
    const auto s = spread_of(totals);
    if (s.most > most_of_one_unit) return reasons::too_few_clusters;
    double weight = 0.0;
    for (const double w : totals.weights) weight += w;
    double n = s.of_units;
    if (s.variance > 0.0) {
        const double ratio =
            student_t_quantile(tail(level), totals.rows - 1.0) / student_t_quantile(tail(level), s.df);
        n = std::min(s.theta * (1.0 - s.theta) / s.variance, weight * weight / totals.squares) * ratio *
            ratio;
    }
    return beta_limits(s.theta * n, n, level.end_share(), level.outside());
}

} // namespace unseen
