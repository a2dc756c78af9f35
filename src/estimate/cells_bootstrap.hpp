// Private: the bootstrap of a confusion matrix (METHODS I.3).
#pragma once

#include "estimate/replicates.hpp"

#include "unseen/base/value.hpp"
#include "unseen/measure/measure.hpp"

#include <cstdint>

namespace unseen {

/// The measure of `samples` multinomial draws of the cells; stream (seed, interval, 0, replicate). The row bootstrap has the same law. O(classes^2)
/// a replicate, whatever the number of rows.
Replicates draw_replicates(const Measure& measure, const Confusion& confusion, std::uint64_t seed, std::uint64_t samples);

/// BCa's acceleration sum M_u d_u^3 / (6 (sum M_u d_u^2)^1.5), d_u = mean - f(cells with u less 1): that of the row jackknife. `undefined_in_resamples`
/// if some f does not exist, `zero_variance` if all are equal.
Value acceleration(const Measure& measure, const Confusion& confusion);

} // namespace unseen
