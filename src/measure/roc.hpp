// Private: two groups of scored rows, sorted once. What the areas under ROC and precision-recall curves and their intervals are
// computed from (METHODS D.3, E.13, I.2).
#pragma once

#include "unseen/base/value.hpp"
#include "unseen/predictions/predictions.hpp"

#include <cstdint>
#include <vector>

namespace unseen {

/// Rows of equal score: weight of the positive and of the negative ones.
struct TieBlock {
    double positives = 0.0;
    double negatives = 0.0;
};

/// Blocks in descending order of the score, and the sums over them; each sum exact, rounded once.
struct Ranking {
    std::vector<TieBlock> blocks;
    double positives = 0.0;
    double negatives = 0.0;
};

/// The rows of class `positive` against those of class `negative`, or against all others if it is the same, by their scores for
/// class `positive`. O(n log n).
Ranking ranking_of(const PredictionView& view, std::uint32_t positive, std::uint32_t negative);
Ranking ranking_of(const PredictionView& view);

/// P(positive scores higher) + P(equal) / 2 over pairs. `one_class` if there is no pair.
Value auc(const Ranking& ranking);
/// 1 - auc, counted for itself, so that both are rounded once.
Value rank_loss(const Ranking& ranking);
/// sum over blocks of (recall gained) x precision: no interpolation. `one_class` without positives.
Value average_precision(const Ranking& ranking);

} // namespace unseen
