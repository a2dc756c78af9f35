// Private: the bootstrap of any measure by resampling rows or clusters of rows (METHODS C.15, I.4).
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
    std::size_t drawn = 0; ///< units in each sample; fewer than there are if all would take too long
};

/// Whether sums of cubes of the errors are certainly finite; sums of squares are finite for even larger
/// errors.
bool has_cubes(const PredictionView& view);

/// The reason why bootstrap_rows() is impossible, empty if it is possible: `infinite` without has_cubes();
/// `too_many_rows` if a sample, which holds at least 2000 units, is too large for the measure, because few
/// clusters of very many rows give no small samples.
const Reason* why_not_drawn(const Measure& measure, const PredictionView& view, const Units& units,
                            std::uint64_t samples);

/// Whether samples of all rows hold more scores than bootstrap_rows() allows for a measure that is evaluated
/// on them.
bool costs_too_much_to_draw(const PredictionView& view);

/// The measures of `draws.count` samples; stream (seed, interval, 1, sample), units drawn with replacement,
/// so that each row keeps its weight.
///
/// Cost is limited. A mean of row values and a function of the confusion matrix take sums over units, and
/// draw at most 100000; other measures are evaluated on the drawn rows, and draw as many units as hold 10000
/// scores, but not fewer than 2000. If that is less than all (m of n), the spread must be scaled by sqrt(m/n)
/// (Politis, Romano & Wolf 1999), and the acceleration is taken to be 0. The jackknife leaves out single
/// units, or 500 groups of them if there are more (for means always single units); stream (seed, interval, 2,
/// 0) deals them. Samples run on threads. All measures have the same samples, so drawing, summing and ranking
/// are done once for all of them; the result of one does not depend on the others.
std::vector<RowBootstrap> bootstrap_rows(std::span<const Measure* const> measures, const PredictionView& view,
                                         const Units& units, const Draws& draws);

} // namespace unseen
