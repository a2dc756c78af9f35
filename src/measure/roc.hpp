// Private: areas under the ROC and precision-recall curves of a ranking (METHODS D.3).
#pragma once

#include "unseen/base/value.hpp"
#include "unseen/measure/ranking.hpp"

namespace unseen {

/// P(positive scores higher) + P(equal) / 2 over pairs: of rows that count alike an integer of 64 bits, divided once. `one_class` if
/// there is no pair. O(distinct scores).
Value auc(const Ranking& ranking);
/// 1 - auc, counted for itself, so that both are rounded once.
Value rank_loss(const Ranking& ranking);
/// sum over blocks of (recall gained) x precision: no interpolation. `one_class` without positives.
Value average_precision(const Ranking& ranking);

/// auc() and average_precision() of the ranking with these counts, in the form of Ranking::counts(); blocks may be empty.
Value auc(std::span<const std::uint64_t> counts);
Value average_precision(std::span<const std::uint64_t> counts);

} // namespace unseen
