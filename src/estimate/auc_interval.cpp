#include "estimate/auc_interval.hpp"

#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/kl.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace unseen {

namespace {

/// v = 0 if and only if A is 0, 1 or all scores are equal.
bool no_spread(const AucVariance& a) { return !(a.variance() > 0.0) || !(a.auc > 0.0 && a.auc < 1.0); }

} // namespace

AucVariance auc_variance(const Ranking& ranking)
{
    AucVariance result{.auc = auc(ranking).number(), .positives = ranking.positives(), .negatives = ranking.negatives()};
    // Placements less their mean, times the rows of the other class: no division a block, and exactly 0 where all are alike.
    const double mean_below = result.auc * ranking.negatives();
    const double mean_above = result.auc * ranking.positives();
    double above = 0.0; // positives met so far, from the top
    double below = ranking.negatives();
    ExactSum of_positives;
    ExactSum of_negatives;
    std::array<double, 512> positive_squares;
    std::array<double, 512> negative_squares;
    for (std::size_t begin = 0; begin < ranking.size(); begin += positive_squares.size()) {
        const std::size_t n = std::min(positive_squares.size(), ranking.size() - begin);
        for (std::size_t b = 0; b < n; ++b) {
            const TieBlock block = ranking[begin + b];
            below -= block.negatives;
            const double more_below = below + block.negatives / 2 - mean_below;
            const double more_above = above + block.positives / 2 - mean_above;
            positive_squares[b] = block.positives * more_below * more_below;
            negative_squares[b] = block.negatives * more_above * more_above;
            above += block.positives;
        }
        of_positives.add(std::span(positive_squares).first(n));
        of_negatives.add(std::span(negative_squares).first(n));
    }
    const double positives = ranking.positives();
    const double negatives = ranking.negatives();
    result.of_positives = of_positives.value() / (negatives * negatives) / (positives - 1.0) / positives;
    result.of_negatives = of_negatives.value() / (positives * positives) / (negatives - 1.0) / negatives;
    return result;
}

Limits auc_delong(const AucVariance& a, double outside)
{
    const double half = normal_quantile(1.0 - outside / 2) * std::sqrt(a.variance());
    return {std::max(0.0, a.auc - half), std::min(1.0, a.auc + half)};
}

Limits auc_logit_z(const AucVariance& a, double outside)
{
    if (no_spread(a)) return auc_kl(a, outside);
    return on_logit_scale(a.auc, normal_quantile(1.0 - outside / 2) * std::sqrt(a.variance()) / (a.auc * (1.0 - a.auc)));
}

Limits auc_logit(const AucVariance& a, double outside)
{
    const Limits outer = auc_kl(a, outside);
    if (no_spread(a)) return outer;
    const double spread = a.auc * (1.0 - a.auc);
    const double variance = std::max(a.variance(), spread / (a.positives + a.negatives));
    const double df =
        a.variance() * a.variance() /
        (a.of_positives * a.of_positives / (a.positives - 1.0) + a.of_negatives * a.of_negatives / (a.negatives - 1.0));
    const auto inner = on_logit_scale(a.auc, student_t_quantile(1.0 - outside / 2, df) * std::sqrt(variance) / spread);
    return {std::max(inner.lower, outer.lower), std::min(inner.upper, outer.upper)};
}

Limits auc_kl(const AucVariance& a, double outside)
{
    const double budget = std::log(2.0 / outside) / a.smaller_class();
    return {kl_lower(a.auc, budget), kl_upper(a.auc, budget)};
}

} // namespace unseen
