// Private: the differences between the figures of a subgroup of rows and those of the other rows.
#pragma once

#include "unseen/score/score.hpp"

#include <cstdint>
#include <functional>

namespace unseen {

/// Judges the rows outside a subgroup as those inside; intervals may be missing if they are not wanted.
using JudgeRest = std::function<ScoreReport(std::uint32_t subgroup, bool intervals)>;

/// Sets the gaps of the subgroups of `report`. Intervals of the other rows are asked for only where the gap's
/// limits are made from them.
void add_gaps(const ScoredRows& rows, const JudgeRest& judge_rest, ScoreReport& report);

} // namespace unseen
