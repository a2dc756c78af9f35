// Private: measures of all rows of a repeat of a cross-validation (METHODS I.30).
#pragma once

#include "unseen/measure/measure.hpp"
#include "unseen/predictions/design.hpp"

namespace unseen {

/// True if the figure of the design is that of all rows of a repeat, averaged over the repeats. Scores of
/// models that each leave out one row are not joined.
inline bool judged_by_repeats(const Measure& measure, const Design& design)
{
    return design.judges_repeats() && measure.of_whole_repeats &&
           !(design.one_row_splits && measure.needs_scores);
}

/// The measure of all rows of a repeat. An explained share has the constant's mean loss with n - 1 for n, so
/// that its parts are unbiased for 1 - E(loss) / E(loss of the constant); `one_row` for a single row.
Value evaluate_repeat(const Measure& measure, const PredictionView& rows);

} // namespace unseen
