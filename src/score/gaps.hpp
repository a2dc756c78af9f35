// Private: how far the figures of a group of rows are from those of the other rows.
#pragma once

#include "unseen/score/score.hpp"

namespace unseen {

/// Sets the gaps of the groups of `report`. `rest` has a report of the rows outside each group, judged alike.
void add_gaps(const ScoredRows& rows, std::span<const ScoreReport> rest, ScoreReport& report);

} // namespace unseen
