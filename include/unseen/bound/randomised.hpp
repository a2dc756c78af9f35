// Bounds on the classifier that draws one of its members for each query: R-Test, R-CV, R-Bag (Kaariainen &
// Langford 2005).
//
// Example:
//
//     const std::vector<ErrorCount> folds{{.errors = 0, .rows = 50}, {.errors = 0, .rows = 50}};
//     const auto bound = bound::randomised(folds, Delta(0.05));
//     assert(std::abs(bound.upper.number() - (1 - std::pow(0.025, 1.0 / 50))) <
//            1e-15); // each fold's tail at delta / 2
#pragma once

#include "unseen/base/error_count.hpp"
#include "unseen/bound/bound.hpp"

#include <span>

namespace unseen::bound {

/// How the members' counts are combined. Choose before you look at them. b is the smallest number of test
/// rows of a member.
enum class RandomisedForm {
    tails,     ///< mean of the inverse binomial tails, each at delta / members: the tightest for few members
    hoeffding, ///< mean error + sqrt(ln(1/delta) / (2b)): does not grow with the number of members
    kl, ///< kl(mean error || q) <= ln(2 sqrt(b) / delta) / b (Maurer 2004 and convexity), with b + 1 in place
        ///< of 2 sqrt(b) for b < 8 (Langford & Seeger 2001): like hoeffding, and tighter where errors are
        ///< rare
};

/// Bounds the mean of the members' errors. Each member's errors are counted on rows that were not used to
/// train it: one test set (R-Test), the folds (R-CV) or the rows out of bag (R-Bag). Estimand: randomised.
/// METHODS C.5, which derives the forms hoeffding and kl.
///
/// Edges: a member without rows has limits 0 and 1 in `tails`, and makes both limits of the other forms 0
/// and 1. Throws InputError if there is no member, or errors > rows.
Bound randomised(std::span<const ErrorCount> members, Delta delta,
                 RandomisedForm form = RandomisedForm::tails);

/// The same for members that are drawn with unequal probabilities: member i with probability weights[i]. Its
/// limit U_i fails with probability budgets[i]. The bound is sum_i weights[i] U_i, and delta the sum of the
/// budgets. Fix weights and budgets before you look at the counts. Throws InputError unless there is one of
/// each per member, the weights are >= 0 and sum to 1 (to 1e-9), and the budgets sum to less than 1.
Bound randomised(std::span<const ErrorCount> members, std::span<const double> weights,
                 std::span<const Delta> budgets);

} // namespace unseen::bound
