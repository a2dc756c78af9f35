// Private: estimates by closed forms of complete cross-validation, without fits.
#pragma once

#include "unseen/estimate/estimate.hpp"
#include "unseen/estimate/estimator.hpp"
#include "unseen/learn/learner.hpp"
#include "unseen/run/run.hpp"

#include <span>
#include <string>
#include <vector>

namespace unseen {

/// The training sizes of Estimator::sizes: `all`, a number or FROM-TO. Throws InputError for anything else,
/// and outside 1 .. rows - 1.
std::vector<std::uint64_t> complete_sizes(const std::string& text, Row rows);

/// For each learner its estimates under `estimator`, by size and then by measure, or one per measure with the
/// reason `not_for_estimator` if there is no closed form. Learners of one family are treated together. Throws
/// InputError if rows are in groups.
std::vector<std::vector<Estimate>> complete_estimates(const Dataset& data,
                                                      std::span<const Learner* const> learners,
                                                      const Estimator& estimator,
                                                      const ReductionOptions& options, const RunOptions& run);

} // namespace unseen
