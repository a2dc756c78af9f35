// Private: any measure's difference between two models when rows are drawn, left out or swapped: for measures without a short cut.
#pragma once

#include "compare/bca.hpp"
#include "compare/swap_signs.hpp"

#include "unseen/measure/measure.hpp"

#include <vector>

namespace unseen::compare::detail {

/// Rows in independent units: a row each, or clusters.
struct Units {
    std::size_t count = 0;
    std::vector<std::vector<std::uint32_t>> rows{}; ///< of each unit; empty: unit i is row i

    std::span<const std::uint32_t> rows_of(std::size_t unit, const std::uint32_t& own) const
    {
        return rows.empty() ? std::span<const std::uint32_t>(&own, 1) : std::span<const std::uint32_t>(rows[unit]);
    }
};

/// The measure of A less that of B when each unit is there so often.
OfCounts difference_of_counts(const Measure& measure, const PredictionView& a, const PredictionView& b, const Units& units);

/// Permutation test by evaluating the measure anew: all patterns where there are at most `draws.count` or 4096, else so many of them, stream
/// (seed, permutation, 0, pattern). Units on which the models say the same drop out.
SwapShares swap_units(const Measure& measure, const PredictionView& a, const PredictionView& b, const Units& units,
                      const Draws& draws);

} // namespace unseen::compare::detail
