// Bounds on the classifier that draws one of its members afresh for each query: R-Test, R-CV, R-Bag (Kaariainen & Langford 2005).
#pragma once

#include "unseen/base/error_count.hpp"
#include "unseen/bound/bound.hpp"

#include <span>

namespace unseen::bound {

/// How the members' counts are joined. Choose before looking at them.
enum class RandomisedForm {
    tails,     ///< mean of the inverse binomial tails, each at delta / members
    hoeffding, ///< mean error + sqrt(ln(1/delta) / (2b)), b rows or more each: no price for many members
    kl, ///< kl(mean error || q) <= ln(2 sqrt(b) / delta) / b, b rows or more each (Maurer 2004 and convexity); for b < 8 with
        ///< b + 1 in the place of 2 sqrt(b) (Langford & Seeger 2001)
};

/// e(f) = mean of the members' errors, each counted on rows that took no part in its training: one test set (R-Test), folds (R-CV) or
/// the rows out of bag (R-Bag). Target randomised. METHODS C.5; the latter two forms are derived there.
///
/// Edges: a member without rows contributes 0 and 1 to `tails`, and leaves the latter two forms without any limit (0 and 1). Throws
/// InputError for no members and errors > rows.
Bound randomised(std::span<const ErrorCount> members, Delta delta, RandomisedForm form = RandomisedForm::tails);

/// The same where member i is drawn with probability weights[i], and its tail fails with probability budgets[i]: sum_i weights[i] U_i, at
/// delta = sum of the budgets. Both are to be fixed before looking at the counts. Throws InputError unless there are as many of each as
/// members, and the weights are >= 0 with the sum 1 (to 1e-9), the budgets together a probability.
Bound randomised(std::span<const ErrorCount> members, std::span<const double> weights, std::span<const Delta> budgets);

} // namespace unseen::bound
