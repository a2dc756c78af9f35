// Private: bootstrap, jackknife and permutation test of any measure's difference between two models, by
// evaluating the measure again each time.
#pragma once

#include "draws/permutation.hpp"
#include "draws/replicates.hpp"
#include "draws/units.hpp"

#include "unseen/measure/measure.hpp"

namespace unseen::compare::detail {

/// The measure of A minus that of B as a function of how often each unit occurs.
OfCounts difference_of_counts(const Measure& measure, const PredictionView& a, const PredictionView& b,
                              const Units& units);

/// The permutation test. It enumerates all patterns if there are at most `draws.count` or 4096, else draws
/// `draws.count` of them, stream (seed, permutation, 0, pattern). Units with equal predictions of both models
/// are dropped.
SwapShares swap_units(const Measure& measure, const PredictionView& a, const PredictionView& b,
                      const Units& units, const Draws& draws);

} // namespace unseen::compare::detail
