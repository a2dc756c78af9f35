// Private: any measure's difference between two models when rows are drawn, left out or swapped: for measures without a short cut.
#pragma once

#include "draws/permutation.hpp"
#include "draws/replicates.hpp"
#include "draws/units.hpp"

#include "unseen/measure/measure.hpp"

namespace unseen::compare::detail {

/// The measure of A less that of B when each unit is there so often.
OfCounts difference_of_counts(const Measure& measure, const PredictionView& a, const PredictionView& b, const Units& units);

/// Permutation test by evaluating the measure anew: all patterns where there are at most `draws.count` or 4096, else so many of them, stream
/// (seed, permutation, 0, pattern). Units on which the models say the same drop out.
SwapShares swap_units(const Measure& measure, const PredictionView& a, const PredictionView& b, const Units& units,
                      const Draws& draws);

} // namespace unseen::compare::detail
