// Private: the bootstrap of any measure by drawing rows, or clusters of rows, anew (METHODS C.15, I.4).
#pragma once

#include "draws/replicates.hpp"
#include "draws/units.hpp"

#include "unseen/measure/measure.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace unseen {

struct RowBootstrap {
    Replicates replicates;
    Value acceleration =
        Value(0.0);        ///< of BCa; a reason if a jackknife value does not exist or all are equal
    std::size_t drawn = 0; ///< units a sample; fewer than there are where all would cost too much
};

/// Whether sums of cubes of the errors surely are numbers; those of squares are for larger ones, too.
bool has_cubes(const PredictionView& view);

/// Why bootstrap_rows() cannot be had, empty if it can: `infinite` without has_cubes(); `too_many_rows` where
/// a sample, which holds 2000 units or more, is too large for the measure: few clusters of very many rows
/// make no small ones.
const Reason* why_not_drawn(const Measure& measure, const PredictionView& view, const Units& units,
                            std::uint64_t samples);

/// Whether samples of all rows hold more scores than bootstrap_rows() spends on a measure that is evaluated
/// on them.
bool costs_too_much_to_draw(const PredictionView& view);

/// The measures of `draws.count` samples; stream (seed, interval, 1, sample), units drawn with replacement,
/// so that each row keeps its weight.
///
/// Cost is limited. A mean of row values and a function of the confusion matrix take sums over units, and
/// draw at most 100000; other measures are evaluated on the drawn rows, and draw as many units as hold 10000
/// scores, but not fewer than 2000. Where that is less than all (m of n), the spread must be scaled by
/// sqrt(m/n) (Politis, Romano & Wolf 1999), and the acceleration is taken for 0. The jackknife leaves out
/// single units, or 500 groups of them where there are more (for means always single units); stream (seed,
/// interval, 2, 0) deals them. Samples run on threads. All measures have the same samples, so that drawing,
/// adding up and ranking are done once for all of them; what one gets does not depend on the others.
std::vector<RowBootstrap> bootstrap_rows(std::span<const Measure* const> measures, const PredictionView& view,
                                         const Units& units, const Draws& draws);

} // namespace unseen
