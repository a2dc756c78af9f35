// Private: measures of all rows of a repeat of a cross-validation (METHODS I.30).
#pragma once

#include "unseen/measure/measure.hpp"

namespace unseen {

/// The measure of all rows of a repeat. An explained share has the constant's mean loss with n - 1 for n, so
/// that its parts are unbiased for 1 - E(loss) / E(loss of the constant); `one_row` for a single row.
Value evaluate_repeat(const Measure& measure, const PredictionView& rows);

} // namespace unseen
