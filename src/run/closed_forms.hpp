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

/// For each learner its estimates under an estimator with a closed form: by measure, and by training size
/// before that if there are several. A learner without the form has one per measure with the reason
/// `not_for_estimator`. Throws InputError if rows are in groups.
std::vector<std::vector<Estimate>> closed_estimates(const Dataset& data,
                                                    std::span<const Learner* const> learners,
                                                    const Estimator& estimator,
                                                    const ReductionOptions& options, const RunOptions& run);

/// Closed forms of complete cross-validation (src/run/complete.cpp), of what support vector machines show of
/// rows left out (src/run/left_out.cpp), and bounds from training rows (src/run/training_bounds.cpp).
std::vector<std::uint64_t> complete_sizes(const std::string& text, Row rows);
std::vector<std::vector<Estimate>> complete_estimates(const Dataset& data,
                                                      std::span<const Learner* const> learners,
                                                      const Estimator& estimator,
                                                      const ReductionOptions& options, const RunOptions& run);
std::vector<std::vector<Estimate>> left_out_estimates(const Dataset& data,
                                                      std::span<const Learner* const> learners,
                                                      const Estimator& estimator,
                                                      const ReductionOptions& options, const RunOptions& run);
std::vector<std::vector<Estimate>> compression_bounds(const Dataset& data,
                                                      std::span<const Learner* const> learners,
                                                      const Estimator& estimator,
                                                      const ReductionOptions& options, const RunOptions& run);
std::vector<std::vector<Estimate>> posterior_bounds(const Dataset& data,
                                                    std::span<const Learner* const> learners,
                                                    const Estimator& estimator,
                                                    const ReductionOptions& options, const RunOptions& run);

} // namespace unseen
