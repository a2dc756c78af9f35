// Private: the differences between the figures of a subgroup of rows and those of the other rows.
#pragma once

#include "unseen/score/score.hpp"

namespace unseen {

/// Sets the gaps of the subgroups of `report`. `rest` has a report of the rows outside each subgroup, judged
/// in the same way.
void add_gaps(const ScoredRows& rows, std::span<const ScoreReport> rest, ScoreReport& report);

} // namespace unseen
