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

namespace {

/// The limits of korn_graubard_limits() with these degrees of freedom and an n_eff of at least `least`.
Limits beta_limits_of(const UnitTotals& totals, const RatioSpread& s, double df, double least, Level level)
{
    double weight = 0.0;
    for (const double w : totals.weights) weight += w;
    double n = s.of_units;
    if (s.variance > 0.0) {
        const double ratio =
            student_t_quantile(tail(level), totals.rows - 1.0) / student_t_quantile(tail(level), df);
        n = std::min(s.theta * (1.0 - s.theta) / s.variance, weight * weight / totals.squares) * ratio *
            ratio;
    }
    n = std::max(n, least);
    return beta_limits(s.theta * n, n, level.end_share(), level.outside());
}

/// The proportion of one side, its limits, and the part of each unit in its deviation.
struct Side {
    double value = 0.0;
    Limits limits{};
    std::vector<double> parts{};
};

Maybe<Side> side_of(const UnitTotals& units, Level level)
{
    UnitTotals present{.rows = units.rows, .squares = units.squares};
    double weight = 0.0;
    for (std::size_t u = 0; u < units.sums.size(); ++u) {
        if (!(units.weights[u] > 0.0)) continue;
        present.sums.push_back(units.sums[u]);
        present.weights.push_back(units.weights[u]);
        weight += units.weights[u];
    }
    const auto s = spread_of(present);
    if (s.most > most_of_one_unit) return reasons::too_few_clusters;
    Side side{.value = s.theta};
    side.limits = beta_limits_of(present, s, static_cast<double>(present.sums.size()) - 1.0, 1.0, level);
    for (std::size_t u = 0; u < units.sums.size(); ++u)
        side.parts.push_back((units.sums[u] - s.theta * units.weights[u]) /
                             (weight * std::sqrt(1.0 - units.weights[u] / weight)));
    return side;
}

double product_of(const std::vector<double>& a, const std::vector<double>& b)
{
    ExactSum sum;
    for (std::size_t i = 0; i < a.size(); ++i) sum.add(a[i] * b[i]);
    return sum.value();
}

} // namespace

Maybe<Limits> korn_graubard_limits(const UnitTotals& totals, Level level)
{
    const auto s = spread_of(totals);
    if (s.most > most_of_one_unit) return reasons::too_few_clusters;
    return beta_limits_of(totals, s, s.df, 0.0, level);
}

Maybe<Limits> shared_units_limits(const UnitTotals& a, const UnitTotals& b, Level level)
{
    const auto of_a = side_of(a, level);
    const auto of_b = side_of(b, level);
    if (!of_a || !of_b) return (of_a ? of_b : of_a).reason();
    const double lengths =
        std::sqrt(product_of(of_a->parts, of_a->parts) * product_of(of_b->parts, of_b->parts));
    const double r =
        lengths > 0.0 ? std::clamp(product_of(of_a->parts, of_b->parts) / lengths, -0.95, 0.95) : 0.0;
    const auto joined = [&](double x, double y) {
        return std::sqrt(std::max(0.0, x * x + y * y - 2.0 * r * x * y));
    };
    const double gap = of_a->value - of_b->value;
    return Limits{gap - joined(of_a->value - of_a->limits.lower, of_b->limits.upper - of_b->value),
                  gap + joined(of_a->limits.upper - of_a->value, of_b->value - of_b->limits.lower)};
}

} // namespace unseen
