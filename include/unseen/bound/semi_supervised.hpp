// Bounds that use unlabelled rows: on the classifier trained on all labelled rows (S-Test, S-CV, S-Bag) and
// on a vote (Kaariainen & Langford 2005).
//
// Example:
//
//     const std::vector<ErrorCount> folds{
//         {.errors = 4, .rows = 62}, {.errors = 7, .rows = 62}, {.errors = 5, .rows = 61}};
//     const auto vote = bound::voting(folds, Delta(0.01));
//     const auto member = bound::randomised(folds, Delta(0.01));
//     assert(vote.upper.number() ==
//            2 * member.upper.number()); // a vote errs only where half of the members err
#pragma once

#include "unseen/base/error_count.hpp"
#include "unseen/bound/bound.hpp"
#include "unseen/bound/disagreement.hpp"

#include <span>

namespace unseen::bound {

/// Bounds the error of the deployed classifier c by |e(c) - e(f)| <= P(f(x) != c(x)), where f draws a member
/// for each query. The upper limit is the bound on f (form `tails`, delta / 2) plus the bound on the
/// disagreement (delta / 2); the lower limit is their difference. Estimand: model, c itself. METHODS C.7.
///
/// Edges: limits are restricted to [0, 1]; without unlabelled rows they are 0 and 1. Throws InputError as
/// randomised() and disagreement_upper() do.
Bound semi_supervised(std::span<const ErrorCount> members, const Disagreement& disagreement, Delta delta);

/// Bounds the error of the plurality vote, which errs only where at least half of the members err: e(vote) <=
/// 2 e(f). Estimand: model, the vote. There is no lower limit.
Bound voting(std::span<const ErrorCount> members, Delta delta);

/// Bounds the error of the vote by its disagreement with the members, as semi_supervised() does for the
/// deployed classifier.
Bound voting(std::span<const ErrorCount> members, const Disagreement& disagreement, Delta delta);

} // namespace unseen::bound
