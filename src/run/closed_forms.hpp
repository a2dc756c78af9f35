// Private: estimates that learners give themselves (ClosedForm), without plans and predictions.
#pragma once

#include "unseen/estimate/estimate.hpp"
#include "unseen/estimate/estimator.hpp"
#include "unseen/learn/learner.hpp"
#include "unseen/run/run.hpp"

#include <span>
#include <string>
#include <vector>

namespace unseen {

/// An estimate of `measure` with the reason `not_for_estimator` and this warning.
Estimate refused_estimate(const std::string& measure, const std::string& text);

/// Throws InputError if the keys of the estimator do not suit the dataset.
void check_closed_form(const Estimator& estimator, const Dataset& data);

/// For each learner its estimates under an estimator or bound with a closed form: by measure, and by training
/// size before that if there are several. A learner without the form has one per measure with the reason
/// `not_for_estimator`.
using ClosedEstimates = std::vector<std::vector<Estimate>>(const Dataset& data,
                                                           std::span<const Learner* const> learners,
                                                           const Estimator& estimator,
                                                           const ReductionOptions& options,
                                                           const RunOptions& run);

/// By the form of the estimator. Throws InputError if rows are in groups.
ClosedEstimates closed_estimates;

ClosedEstimates complete_estimates; ///< of complete cross-validation (src/run/complete.cpp)
ClosedEstimates left_out_estimates; ///< of rows left out by support vector machines (src/run/left_out.cpp)
ClosedEstimates compression_bounds; ///< from training rows (src/run/training_bounds.cpp)
ClosedEstimates posterior_bounds;   ///< from training rows (src/run/training_bounds.cpp)

/// The training sizes of complete cross-validation that `text` names.
std::vector<std::uint64_t> complete_sizes(const std::string& text, Row rows);

} // namespace unseen
