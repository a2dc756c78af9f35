// The Kullback-Leibler divergence of two Bernoulli distributions and its inverses, which the bounds of
// Chernoff and of PAC-Bayes need.
//
// Example:
//
//     assert(std::abs(binary_kl(0.0, 0.5) - std::log(2.0)) < 1e-15);
//     assert(std::abs(kl_upper(0.0, std::log(2.0)) - 0.5) < 1e-15); // the inverse
#pragma once

namespace unseen {

/// kl(q || p) = q ln(q/p) + (1-q) ln((1-q)/(1-p)), the Kullback-Leibler divergence of Bernoulli(q) from
/// Bernoulli(p), without cancellation near p = q. Infinite if p is 0 or 1 and q differs. Throws InputError
/// unless both lie in [0, 1].
double binary_kl(double q, double p);

/// max{p >= q : kl(q || p) <= epsilon}. 1 - exp(-epsilon) for q = 0; 1 for q = 1. Newton's method in the
/// logit of p, in which kl is convex. Throws InputError unless 0 <= q <= 1 and epsilon >= 0. (Langford 2005,
/// JMLR 6:273, section 5.)
double kl_upper(double q, double epsilon);

/// min{p <= q : kl(q || p) <= epsilon} = 1 - kl_upper(1 - q, epsilon). 0 for q = 0; exp(-epsilon) for q = 1.
double kl_lower(double q, double epsilon);

} // namespace unseen
