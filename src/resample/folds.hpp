// Private: dealing rows into folds.
#pragma once

#include "resample/strata.hpp"

#include "unseen/resample/plan.hpp"

namespace unseen {

/// Sorts the rows by fold, ascending within each: fills `order` and `starts` of the scratch from its
/// `fold_of`.
void group_by_fold(Scratch& scratch, std::size_t folds);

/// Deals the folds of one repeat. One stratum: shuffle and cut into consecutive blocks; the first n mod k are
/// one row longer (METHODS A.3). Several strata: shuffle each and deal its rows in turn, going on where the
/// last stratum ended, so that the counts of each stratum and the sizes of the folds differ by at most one
/// (A.4). Strata of numbers have at most `folds` rows, so that a fold has one row of each (A.11). Fills
/// `fold_of`, `order` and `starts` of the scratch, unless they are there from the split before.
void deal(Scratch& scratch, const std::shared_ptr<const Strata>& strata, std::uint64_t folds,
          std::uint64_t seed, std::uint64_t repeat);

} // namespace unseen
