// Where the error on one further random split will lie, from the errors on those made.
#pragma once

#include "unseen/bound/bound.hpp"

#include <cstddef>
#include <span>

namespace unseen::bound {

/// Limits at the t-th smallest and t-th largest of N figures. By exchangeability a further one drawn in the same way exceeds the upper limit
/// with probability at most t/(N+1), and leaves [Q(t), Q(N+1-t)] with probability at most 2t/(N+1), with equality without ties. A prediction
/// of one further split of the same data, target split; no statement about the error in the population, and it does not shrink to a
/// point with N. METHODS C.4.
///
/// `two_sided` has reason `rank_too_large` for 2t > N+1. Throws InputError for no figures, figures that are not finite, and unless
/// 1 <= t <= N.
Bound order_statistics(std::span<const double> values, std::size_t rank);

/// The same at the largest ranks that keep the failure within delta: t = floor(delta (N+1)), and floor(delta (N+1) / 2) on two sides.
/// A side with t = 0 has the reason `too_few_splits`.
Bound order_statistics(std::span<const double> values, Delta delta);

} // namespace unseen::bound
