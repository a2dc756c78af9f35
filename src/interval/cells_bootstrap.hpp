// Private: the bootstrap of a confusion matrix (METHODS I.3).
#pragma once

#include "draws/replicates.hpp"

#include "unseen/base/value.hpp"
#include "unseen/measure/measure.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// The measures, functions of the confusion matrix, of multinomial draws of its cells; stream (seed,
/// interval, 0, replicate), so that all measures have the same draws. The row bootstrap has the same
/// distribution. O(cells that are not empty + measures x classes) per replicate, whatever the number of rows.
/// Memory: classes^2 per thread.
std::vector<Replicates> draw_replicates(std::span<const Measure* const> measures, const Confusion& confusion,
                                        const Draws& draws);

/// BCa's acceleration sum M_u d_u^3 / (6 (sum M_u d_u^2)^1.5), d_u = mean - f(cells with u less 1): that of
/// the row jackknife. `undefined_in_resamples` if some f does not exist, `zero_variance` if all are equal.
/// O(cells that are not empty x classes).
Value acceleration(const Measure& measure, const Confusion& confusion);

} // namespace unseen
