// Private: the reduction of the jackknife estimate of the error (METHODS B.7).
#pragma once

#include "unseen/estimate/estimator.hpp"

namespace unseen {

/// `excess`: the training error plus the jackknife's estimate of its optimism (Efron 1982). `lecture`: n e_R
/// - (n - 1) e_(.), whose standard deviation stays near 1/2 however many rows there are.
enum class JackknifeForm { excess, lecture };

/// Request 0 is leave-one-out, request 1 resubstitution. The fits of both predict all rows.
std::unique_ptr<Reduction> jackknife_reduction(const ReductionOptions& options, JackknifeForm form,
                                               const Design& leave_one_out);

/// The Estimator::refusal of the jackknife.
std::optional<Refusal> jackknife_refusal(const Measure& measure, bool weighted);

} // namespace unseen
