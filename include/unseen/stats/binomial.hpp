// The binomial distribution, also far out in its tails, and the inversion of its tails, which gives limits of
// a proportion from a count.
//
// Example:
//
//     const double upper = binomial_upper(0, 100, Delta(0.05)).p; // no error in 100 rows
//     assert(std::abs(upper - (1.0 - std::pow(0.05, 0.01))) < 1e-15);
//     assert(std::abs(std::exp(binomial_log_pmf(1, 2, 0.5)) - 0.5) < 1e-15);
#pragma once

#include "unseen/base/delta.hpp"

#include <cstdint>

namespace unseen {

/// ln P(X = errors) for X ~ Bin(trials, p), by the saddle-point form (Loader 2000). It takes no difference of
/// large logarithms, so it is as accurate for 1e9 trials as for ten. -infinity where the probability is 0.
/// Throws InputError unless errors <= trials, 1 <= trials <= 2^53 and 0 <= p <= 1. O(1).
double binomial_log_pmf(std::uint64_t errors, std::uint64_t trials, double p);

/// ln P(X <= errors). For counts below the mean it is the log of P(X = errors) times the sum of ratios to it,
/// for counts above the mean ln(1 - the other tail). The relative error of the probability is about 1e-15
/// times the distance from the mean in standard deviations. Throws as binomial_log_pmf().
double binomial_log_cdf(std::uint64_t errors, std::uint64_t trials, double p);

/// ln P(X >= errors), with the same accuracy and errors thrown.
double binomial_log_upper_tail(std::uint64_t errors, std::uint64_t trials, double p);

/// How a limit is rounded.
enum class Rounding {
    nearest, ///< within a few units in the last place
    outward, ///< to the next double outside the exact limit, by 106-bit arithmetic: the tail there is at most
             ///< delta
};

/// A probability and its complement, each with full relative accuracy.
struct BinomialLimit {
    double p;
    double complement; ///< 1 - p
};

/// Inverse of the lower tail: max{p : P(Bin(trials, p) <= errors) >= delta}, the p at which the tail is
/// delta. If X ~ Bin(trials, p) then p exceeds the limit with probability at most delta, whatever p is
/// (Clopper & Pearson 1934; Langford 2005, JMLR 6:273, Theorem 3.3). It only assumes independent rows and a
/// classifier that was fixed before they were seen. `outward` rounds p up and the complement down.
///
/// Edges: 1 if errors = trials; 1 - delta^(1/trials) if errors = 0; (1 - delta)^(1/trials) if errors = trials
/// - 1. Method: safeguarded iteration of order four on ln P as a function of the logit, which is concave.
///   Throws InputError unless errors <= trials and 1 <= trials <= 2^53.
BinomialLimit binomial_upper(std::uint64_t errors, std::uint64_t trials, Delta delta,
                             Rounding rounding = Rounding::nearest);

/// Inverse of the upper tail: min{p : P(Bin(trials, p) >= errors) >= delta} = 1 - binomial_upper(trials -
/// errors, trials, delta). 0 if errors = 0. `outward` rounds p down and the complement up.
BinomialLimit binomial_lower(std::uint64_t errors, std::uint64_t trials, Delta delta,
                             Rounding rounding = Rounding::nearest);

} // namespace unseen
