// Private: the bootstrap of measures of ranks. Rows are sorted once, and each replicate takes linear time
// (METHODS C.15, I.1).
#pragma once

#include "draws/replicates.hpp"
#include "rank/rank_figure.hpp"

#include "unseen/rank/ranking.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// The figure of `draws.count` bootstrap samples of the rows that the ranking counts; stream (seed, interval,
/// 3, sample). O(rows) per sample.
Replicates draw_figure(const RankFigure& figure, const Ranking& ranking, const Draws& draws);

/// BCa's acceleration sum d^3 / (6 (sum d^2)^1.5) of the figure, d its jackknife. At least two rows of each
/// class; `zero_variance` if all are equal. O(blocks).
Value acceleration(const RankFigure& figure, const Ranking& ranking);

} // namespace unseen
