// Bounds on the classifier that draws one of its members afresh for each query: R-Test, R-CV, R-Bag (Kaariainen & Langford 2005).
#pragma once

#include "unseen/bound/bound.hpp"
#include "unseen/bound/count.hpp"

#include <span>

namespace unseen::bound {

/// How the members' counts are joined. Choose before looking at them.
enum class RandomisedForm {
    tails,     ///< mean of the inverse binomial tails, each at delta / members
    hoeffding, ///< mean error + sqrt(ln(1/delta) / (2b)), b rows each: no price for many members
    kl,        ///< kl(mean error || q) <= ln(2 sqrt(b) / delta) / b, b rows each (Maurer 2004 and convexity); both sides at once
};

/// e(f) = mean of the members' errors, each counted on rows that took no part in its training: one test set (R-Test), folds (R-CV) or
/// the rows out of bag (R-Bag). Target randomised. METHODS C.5; the latter two forms are derived there.
///
/// Edges: a member without rows contributes 0 and 1 to `tails`. Throws InputError for no members, errors > rows, and for the latter two
/// forms unless all members have the same number of rows, at least 1 (8 for `kl`).
Bound randomised(std::span<const Count> members, Delta delta, RandomisedForm form = RandomisedForm::tails);

} // namespace unseen::bound
