// The classifier that draws its weights around those of a linear one for each row, of which PAC-Bayes bounds
// the error (bound/linear_posterior.hpp).
//
// Example:
//
//     const Dataset data = Dataset::make(read_table("data/diabetes.arff")); // two classes
//     const auto learner = make_learner(Spec::parse("logistic:scale=none"), ResponseType::classes);
//     const auto plan = make_plan(Spec::parse("holdout:fraction=0.5,stratify=no"), data, 1);
//     const Row first[] = {0};
//     const auto drawn = drawn_linear(data, *learner, plan, first, {});
//     assert(drawn && drawn->rows == 384 && drawn->posterior.priors == 10);
//     // The class of row 0 is drawn; it is the second with this probability:
//     assert(1 - bound::error_of_draw(drawn->posterior.mu, drawn->cosines[0]) < 1);
#pragma once

#include "unseen/bound/linear_posterior.hpp"
#include "unseen/learn/learner.hpp"
#include "unseen/resample/plan.hpp"
#include "unseen/run/run.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// The posterior of a linear classifier of all labelled rows.
struct DrawnLinear {
    bound::LinearPosterior posterior{};
    std::uint64_t rows = 0;        ///< on which the errors were counted
    std::uint64_t fits = 1;        ///< with that of the prior
    std::vector<double> cosines{}; ///< of the predicted rows with the weights; positive for the second class
};

/// Chooses the posterior by the test rows of the plan's only split; the prior lies around the weights of its
/// training rows, or around 0 if these are all rows (resubstitution) or give no linear classifier. Refuses
/// several classes, weights, groups, fewer than 8 test rows, and a plan of several or stratified splits.
Maybe<DrawnLinear, Refusal> drawn_linear(const Dataset& data, const Learner& learner, const Plan& plan,
                                         std::span<const Row> predicted, const RunOptions& run);

} // namespace unseen
