#include "compare/counts/paired_proportions.hpp"

#include "stats/first_where.hpp"

#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unseen::compare::detail {

double score_statistic(const Discordant& counts, double difference)
{
    const auto b = static_cast<double>(counts.only_a);
    const auto c = static_cast<double>(counts.only_b);
    const auto n = static_cast<double>(*counts.rows);
    // The likelihood's maximum in P(only B right) under the null solves a q^2 + h q + k = 0.
    const double h = -b - c + (2.0 * n - b + c) * difference;
    const double k = -c * difference * (1.0 - difference);
    const double q = (std::sqrt(std::max(0.0, h * h - 8.0 * n * k)) - h) / (4.0 * n);
    const double variance = n * (2.0 * q + difference * (1.0 - difference));
    const double gap = b - c - n * difference;
    if (!(variance > 0.0))
        return gap == 0.0 ? 0.0 : std::copysign(std::numeric_limits<double>::infinity(), gap);
    return gap / std::sqrt(variance);
}

Limits score_limits(const Discordant& counts, double outside)
{
    const double z = normal_quantile(tail(outside));
    // By symmetry: the lower limit is minus the upper one with A and B exchanged, so that exchanging them
    // flips the signs exactly.
    const auto upper = [&](const Discordant& of) {
        const double d =
            (static_cast<double>(of.only_a) - static_cast<double>(of.only_b)) / static_cast<double>(*of.rows);
        return first_where(d, 1.0, [&](double x) { return score_statistic(of, x) <= -z; });
    };
    return {-upper({counts.only_b, counts.only_a, counts.rows}), upper(counts)};
}

Value mcnemar_detectable(const Discordant& counts, double outside, double power)
{
    const auto n = static_cast<double>(*counts.rows);
    const double psi = static_cast<double>(counts.only_a + counts.only_b) / n;
    if (!(psi > 0.0)) return Value::none(reasons::no_discordant_rows);
    const double za = normal_quantile(tail(outside));
    const double zb = normal_quantile(power);
    const auto shown = [&](double d) {
        return std::sqrt(n) * d >= za * std::sqrt(psi) + zb * std::sqrt(std::max(0.0, psi - d * d));
    };
    if (!shown(std::min(psi, 1.0))) return Value::none(reasons::too_few_rows);
    return first_where(0.0, std::min(psi, 1.0), shown);
}

} // namespace unseen::compare::detail
