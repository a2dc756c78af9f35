// Bounds on the classifier trained on all labelled rows (S-Test, S-CV, S-Bag) and on a vote (Kaariainen & Langford 2005).
#pragma once

#include "unseen/base/error_count.hpp"
#include "unseen/bound/bound.hpp"
#include "unseen/bound/disagreement.hpp"

#include <span>

namespace unseen::bound {

/// |e(c) - e(f)| <= P(f(x) != c(x)) for the deployed classifier c and the randomised one f: the bound on f by `tails` at delta / 2, and the
/// bound on their disagreement at delta / 2, added (upper) or taken off (lower). Target model: c itself. METHODS C.7.
///
/// Edges: limits are cut to [0, 1]; without unlabelled rows they are 1 and 0. Throws InputError as randomised() and disagreement_upper().
Bound semi_supervised(std::span<const ErrorCount> members, const Disagreement& disagreement, Delta delta);

/// The plurality vote errs only where at least half of the members err: e(vote) <= 2 e(f). Target model: the vote. No lower side.
Bound voting(std::span<const ErrorCount> members, Delta delta);

/// The vote through its disagreement with the members, as semi_supervised() with the vote in the place of the deployed classifier.
Bound voting(std::span<const ErrorCount> members, const Disagreement& disagreement, Delta delta);

} // namespace unseen::bound
