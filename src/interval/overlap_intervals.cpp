// Intervals of measures of overlap: f1, the Jaccard index and F-beta (METHODS I.25).
#include "interval/beta_laws.hpp"
#include "interval/methods.hpp"

#include "unseen/stats/distributions.hpp"

#include <cmath>

namespace unseen {

namespace {

/// found / (found + w others) where found is the share j of both.
double overlap_of_share(double j, double w) { return j / (j + w * (1.0 - j)); }

/// The limits of a measure with two equal weights from those of the share J, in which it rises.
IntervalEnds ends_of_share(const TestIntervalInput& input, const Limits& share)
{
    const double w = input.measure->of_confusion()->overlap->first_weight;
    return {.limits = {overlap_of_share(share.lower, w), overlap_of_share(share.upper, w)}};
}

/// A figure of no rows is a convention, about which these rows say nothing.
constexpr Limits nothing_known{0.0, 1.0};

} // namespace

/// With m = found + others, given m, found ~ Bin(m, J): m of n rows are counted, each found with probability
/// J. The measure J / (J + w (1 - J)) rises in J, so Clopper and Pearson's limits of J give exact ones.
Maybe<IntervalEnds> overlap_exact(const TestIntervalInput& input, Level level)
{
    const auto [found, first, second] = input.measure->of_confusion()->overlap->counts(*input.confusion);
    const double rows = found + first + second;
    if (!(rows > 0.0)) return IntervalEnds{.limits = nothing_known};
    const Limits share = clopper_pearson(static_cast<std::uint64_t>(std::llround(found)),
                                         static_cast<std::uint64_t>(std::llround(rows)), level.outside());
    return ends_of_share(input, share);
}

/// The same with half of the probability of the count itself in each tail: P(X > k) + P(X = k) / 2 = outside
/// / 2 (Lancaster 1961).
Maybe<IntervalEnds> overlap_mid_p(const TestIntervalInput& input, Level level)
{
    const auto [found, first, second] = input.measure->of_confusion()->overlap->counts(*input.confusion);
    const double others = first + second;
    if (!(found + others > 0.0)) return IntervalEnds{.limits = nothing_known};
    const double tail = level.outside() / 2.0;
    // P(X >= k) is the beta distribution's P(p; k, m - k + 1).
    const auto above = [k = found, m = found + others](double p) {
        const double at_least = k > 0.0 ? beta_cdf(p, k, m - k + 1.0) : 1.0;
        const double more = k < m ? beta_cdf(p, k + 1.0, m - k) : 0.0;
        return 0.5 * (at_least + more);
    };
    Limits share;
    if (found > 0.0) share.lower = crossing([&](double p) { return above(p) - tail; }, 0.0, 1.0);
    if (others > 0.0) share.upper = crossing([&](double p) { return above(p) - (1.0 - tail); }, 0.0, 1.0);
    return ends_of_share(input, share);
}

/// For unequal weights w1, w2 of e = first + second rows: given e, first ~ Bin(e, phi) is independent of
/// found, and the measure is J / (J + w (1 - J)), w = w2 + (w1 - w2) phi. It rises in J and falls in phi if
/// w1 > w2. The lower limit is the quantile outside / 2 of the measure with J ~ Beta(found + d, e + 1 - d)
/// and phi ~ Beta(first + 1 - d, second + d), d = 1/3, for w1 < w2 with d and 1 - d exchanged in phi; the
/// upper limit has d and 1 - d exchanged throughout (melding, after Fay, Proschan & Brittain 2015, Biometrics
/// 71:146).
Maybe<IntervalEnds> melded_beta(const TestIntervalInput& input, Level level)
{
    const auto& overlap = *input.measure->of_confusion()->overlap;
    const auto [found, first, second] = overlap.counts(*input.confusion);
    const double others = first + second;
    if (!(found + others > 0.0)) return IntervalEnds{.limits = nothing_known};
    const double slope = overlap.first_weight - overlap.second_weight;
    // The quantile p of the measure, `d` added to the rows found.
    const auto quantile = [&, others = others, found = found, first = first, second = second](double p,
                                                                                              double d) {
        const double of_first = slope > 0.0 ? 1.0 - d : d;
        const auto nodes = beta_nodes(first + of_first, second + 1.0 - of_first);
        const auto below = [&](double f) { // P(measure <= f)
            double sum = 0.0;
            for (const auto& phi : nodes) {
                const double w = overlap.second_weight + slope * phi.x;
                sum += phi.weight * beta_cdf(f * w / (1.0 - f + f * w), found + d, others + 1.0 - d);
            }
            return sum;
        };
        return crossing([&](double f) { return below(f) - p; }, 0.0, 1.0);
    };
    const double d = level.end_share();
    const double tail = level.outside() / 2.0;
    return IntervalEnds{.limits = {found > 0.0 ? quantile(tail, d) : 0.0,
                                   others > 0.0 ? quantile(1.0 - tail, 1.0 - d) : 1.0}};
}

} // namespace unseen
