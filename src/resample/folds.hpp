// Private: dealing rows into folds.
#pragma once

#include "resample/strata.hpp"

#include "unseen/resample/plan.hpp"

namespace unseen {

/// Lists the rows fold by fold, ascending within each, from every row's fold: `order` and `starts` of the scratch.
void group_by_fold(Scratch& scratch, std::size_t folds);

/// The folds of one repeat. One stratum: shuffle and cut into consecutive blocks, the first n mod k one row longer (A.3). Several:
/// shuffle within each and deal, the position running on across strata, so that counts and sizes differ by at most one (A.4).
/// Fills `fold_of`, `order` and `starts` of the scratch, unless they are there from the split before.
void deal(Scratch& scratch, const std::shared_ptr<const Strata>& strata, std::uint64_t folds, std::uint64_t seed,
          std::uint64_t repeat);

} // namespace unseen
