// Private: figures of out-of-fold predictions, equal to those of `estimate` for a cross-validation.
#pragma once

#include "unseen/interval/interval.hpp"
#include "unseen/score/score.hpp"

#include <span>

namespace unseen {

/// True if a measure depends only on the order of the rows, and scores of different models must not be pooled
/// (METHODS I.10).
bool of_ranks(const Measure& measure);
Warning pooled_scores_warning(const Measure& measure, double pooled);

/// The design of the folds that hold rows.
Design design_of_folds(const ScoredRows& rows);

/// One figure per measure, in their order. If the interval method is not valid for a measure, `auto` is used.
/// Each warning is added to `warnings` once. `asked`: the user named the measures, so measures of ranks are
/// also pooled over folds, with a warning.
std::vector<ScoredMeasure> score_folds(const ScoredRows& rows, const std::vector<Measure>& measures,
                                       const ScoreOptions& options, std::vector<Warning>& warnings);

} // namespace unseen
