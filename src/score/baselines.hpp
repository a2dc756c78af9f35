// Private: what predictions without features would get on the judged rows.
#pragma once

#include "unseen/score/score.hpp"

namespace unseen {

/// Sets the baselines of the figures, all of the rows' own classes or numbers: the most frequent class, the
/// shares of the classes, the mean, the median. O(rows) for numbers, O(rows + classes^2) for classes.
void add_baselines(std::vector<ScoredMeasure>& figures, const ScoredRows& rows);

} // namespace unseen
