#include "compare/counts/independent_proportions.hpp"

#include "stats/first_where.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace unseen::compare::detail {

namespace {

constexpr std::uint64_t most_rows = 1ULL << 52; ///< sums of two stay exact as doubles

void require_count(const std::string& what, ErrorCount count)
{
    require(count.rows >= 1, what + ": rows = 0 must be at least 1");
    require(count.rows <= most_rows,
            what + ": rows = " + std::to_string(count.rows) + " must be at most 2^52");
    require(count.errors <= count.rows, what + ": errors = " + std::to_string(count.errors) +
                                            " must be <= rows = " + std::to_string(count.rows));
}

double pooled_rate(ErrorCount a, ErrorCount b)
{
    return (static_cast<double>(a.errors) + static_cast<double>(b.errors)) /
           (static_cast<double>(a.rows) + static_cast<double>(b.rows));
}

/// The error probability of B that is most likely if A's is larger by `difference`. The log likelihood is
/// concave; its slope changes sign there.
double most_likely_rate_of_b(ErrorCount a, ErrorCount b, double difference)
{
    if (difference == 0.0) return pooled_rate(a, b);
    const auto part = [](std::uint64_t count, double p) {
        return count == 0 ? 0.0 : static_cast<double>(count) / p;
    };
    const auto past_the_top = [&](double p) {
        return part(a.errors, p + difference) - part(a.rows - a.errors, 1.0 - p - difference) +
                   part(b.errors, p) - part(b.rows - b.errors, 1.0 - p) <
               0.0;
    };
    return first_where(std::max(0.0, -difference), std::min(1.0, 1.0 - difference), past_the_top);
}

} // namespace

void require_counts(ErrorCount a, ErrorCount b)
{
    require_count("errors of A", a);
    require_count("errors of B", b);
}

double rate(ErrorCount count) { return static_cast<double>(count.errors) / static_cast<double>(count.rows); }

double score_statistic(ErrorCount a, ErrorCount b, double difference)
{
    const auto n1 = static_cast<double>(a.rows);
    const auto n2 = static_cast<double>(b.rows);
    const double p2 = most_likely_rate_of_b(a, b, difference);
    const double p1 = std::clamp(p2 + difference, 0.0, 1.0);
    const double variance = (p1 * (1.0 - p1) / n1 + p2 * (1.0 - p2) / n2) * ((n1 + n2) / (n1 + n2 - 1.0));
    const double gap = rate(a) - rate(b) - difference;
    if (!(variance > 0.0))
        return gap == 0.0 ? 0.0 : std::copysign(std::numeric_limits<double>::infinity(), gap);
    return gap / std::sqrt(variance);
}

Limits score_limits(ErrorCount a, ErrorCount b, double outside)
{
    const double z = normal_quantile(tail(outside));
    // The lower limit is minus the upper one of B - A, so that exchanging A and B mirrors the interval
    // exactly.
    const auto upper = [z](ErrorCount one, ErrorCount other) {
        return first_where(rate(one) - rate(other), 1.0,
                           [&](double x) { return score_statistic(one, other, x) <= -z; });
    };
    return {-upper(b, a), upper(a, b)};
}

bool few_enough_for_boschloo(ErrorCount a, ErrorCount b) { return a.rows + b.rows <= 100'000; }

bool too_sparse_for_score(ErrorCount a, ErrorCount b)
{
    const double p = pooled_rate(a, b);
    return static_cast<double>(std::min(a.rows, b.rows)) * p * (1.0 - p) < 150.0;
}

} // namespace unseen::compare::detail
