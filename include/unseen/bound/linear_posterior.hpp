// PAC-Bayes for linear classifiers: the classifier that draws its weights from a normal distribution around
// the direction of given weights (Langford & Shawe-Taylor 2002; Langford 2005, section 5.2; METHODS C.8).
//
// Example:
//
//     // Ten rows, each at an angle of 60 degrees to the weights and on the right side.
//     const std::vector<double> margins(10, 0.5);
//     const auto posterior = bound::linear_posterior(margins);
//     assert(posterior.kl == posterior.mu * posterior.mu / 2);
//     assert(posterior.error < 0.5);
#pragma once

#include "unseen/base/delta.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace unseen::bound {

/// Weights are drawn from N(mu u, I), where u is the direction of the classifier's weights. The prior is
/// N(eta v, I), where v is the direction of weights that were learned on other rows; without any, N(0, I).
struct LinearPosterior {
    double mu = 0.0;
    double eta = 0.0;
    double error = 0.5;       ///< mean over the rows of the probability that drawn weights err
    double kl = 0.0;          ///< KL divergence from the prior, |mu u - eta v|^2 / 2
    std::uint64_t priors = 1; ///< values of eta, fixed beforehand, of which the best was taken
};

/// The probability that weights drawn around u put a row on the side to which u points away: the upper tail
/// of the normal distribution at mu times `margin`, the cosine of the row with u on its own side (0 for a row
/// of zeros: 1/2).
double error_of_draw(double mu, double margin);

/// KL(N(mu u, I) || N(eta v, I)) = |mu u - eta v|^2 / 2, where `cosine` is that of u with v.
double divergence_of_posterior(double mu, double eta, double cosine);

/// The posterior with the smallest bound at `delta` by the margins of the rows: mu is one of 400 values from
/// 0.5 to 500 in equal ratios, eta one of 10 from 1 to 200 if there is a prior direction, whose cosine with u
/// is `prior_cosine`. The bound holds for all mu at once, and for all eta at delta / 10, so that the choice
/// costs no more. The order of the rows does not matter. O(400 rows). Throws InputError if there is no row,
/// or a cosine lies outside [-1, 1].
LinearPosterior linear_posterior(std::span<const double> margins, std::optional<double> prior_cosine = {},
                                 Delta delta = Delta(0.05));

} // namespace unseen::bound
