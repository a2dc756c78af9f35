#include "unseen/stats/kl.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include "stats/deviance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace unseen {

namespace {

struct Pair {
    double p;
    double complement;
};

/// The divergence of (q, 1-q) from (p, 1-p), all strictly between 0 and 1.
double divergence(Pair q, Pair p)
{
    const double difference = q.p <= q.complement ? q.p - p.p : p.complement - q.complement;
    return detail::deviance(q.p, p.p, difference) + detail::deviance(q.complement, p.complement, -difference);
}

/// Messages are made only where they are needed, because bounds by bets need millions of divergences.
void check(const char* what, const char* name, double x)
{
    if (x >= 0.0 && x <= 1.0) return;
    throw InputError(std::string(what) + ": " + name + " = " + shortest(x) + " must lie between 0 and 1");
}

/// The p >= q whose divergence from q is epsilon, and its complement.
Pair invert(Pair q, double epsilon)
{
    if (!(epsilon >= 0.0)) throw InputError("kl: epsilon = " + shortest(epsilon) + " must be >= 0");
    if (q.complement <= 0.0) return {1.0, 0.0};
    if (q.p <= 0.0) return {-std::expm1(-epsilon), std::exp(-epsilon)};
    if (std::isinf(epsilon)) return {1.0, 0.0};
    if (epsilon <= 0.0) return q;
    // The start lies left of the root or near it. A Newton step that goes too far ends right of the root;
    // from there the iteration decreases monotonically, because kl is convex.
    const double first = q.p + std::sqrt(2.0 * q.p * q.complement * epsilon);
    double odds = first < 1.0 - 0.5 * q.complement ? first / (1.0 - first) : 3.0 * q.p / q.complement;
    for (int i = 0; i < 200; ++i) {
        const double c = 1.0 / (1.0 + odds);
        const Pair p{odds * c, c};
        const double slope = q.p <= q.complement ? p.p - q.p : q.complement - p.complement;
        if (!(slope > 0.0) || p.complement <= 0.0) break;
        const double step = std::clamp((epsilon - divergence(q, p)) / slope, -5.0, 50.0);
        odds = std::min(odds * std::exp(step), 1e300);
        if (std::abs(step) < 1e-15) break;
    }
    // Both are computed from the smaller one, so that both are monotone.
    const double c = 1.0 / (1.0 + odds);
    return {odds > 1.0 ? 1.0 - c : odds / (1.0 + odds), c};
}

} // namespace

double binary_kl(double q, double p)
{
    check("binary_kl", "q", q);
    check("binary_kl", "p", p);
    if (q <= 0.0) return -std::log1p(-p);
    if (q >= 1.0) return -std::log(p);
    if (p <= 0.0 || p >= 1.0) return std::numeric_limits<double>::infinity();
    return divergence({q, 1.0 - q}, {p, 1.0 - p});
}

double kl_upper(double q, double epsilon)
{
    check("kl_upper", "q", q);
    return invert({q, 1.0 - q}, epsilon).p;
}

double kl_lower(double q, double epsilon)
{
    check("kl_lower", "q", q);
    return invert({1.0 - q, q}, epsilon).complement;
}

} // namespace unseen
