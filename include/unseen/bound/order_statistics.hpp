// A prediction of the error on one further random split, from the errors on the splits already made.
//
// Example:
//
//     std::vector<double> errors(19);
//     std::iota(errors.begin(), errors.end(), 1.0); // errors 1, 2, ..., 19 on 19 random splits
//     const auto bound = bound::order_statistics(errors, Delta(0.05));
//     assert(bound.upper.number() ==
//            19.0); // a further split exceeds the largest of 19 with probability 1/20
//     assert(bound.two_sided.upper.lacks(reasons::too_few_splits)); // two sides at 0.05 need 39 splits
#pragma once

#include "unseen/bound/bound.hpp"

#include <cstddef>
#include <span>

namespace unseen::bound {

/// Limits at the t-th smallest and the t-th largest of N values, t = `rank`. By exchangeability a further
/// value drawn in the same way exceeds the upper limit with probability at most t/(N+1), and lies outside
/// both limits with probability at most 2t/(N+1); without ties these probabilities are exact. Estimand:
/// split. The limits predict one further split of the same data. They say nothing about the error in the
/// population, and do not shrink to a point as N grows. METHODS C.4.
///
/// `two_sided` has reason `rank_too_large` for 2t > N+1. Throws InputError unless there is a value, all
/// values are finite and 1 <= t <= N.
Bound order_statistics(std::span<const double> values, std::size_t rank);

/// The same limits at the largest ranks that fail with probability at most delta: t = floor(delta (N+1)) for
/// one side, floor(delta (N+1) / 2) for two. A limit with t = 0 has the reason `too_few_splits`.
Bound order_statistics(std::span<const double> values, Delta delta);

} // namespace unseen::bound
