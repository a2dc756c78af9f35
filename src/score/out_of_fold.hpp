// Private: figures of out-of-fold predictions, as `estimate` makes them of a cross-validation.
#pragma once

#include "unseen/interval/interval.hpp"
#include "unseen/score/score.hpp"

#include <span>

namespace unseen {

/// Whether a measure is about the order of rows and nothing else, so that scores of two models must not be pooled (METHODS I.10).
bool of_ranks(const Measure& measure);
Warning pooled_scores_warning(const Measure& measure, double pooled);

/// The design of the folds that have rows.
Design design_of_folds(const ScoredRows& rows);

/// One figure a measure, in their order; a method that is not valid for a measure gives way to `auto`. Warnings are added to `warnings`, each once.
/// `asked`: the measures were named, so that ranks are pooled over folds too, with a warning.
std::vector<ScoredMeasure> score_folds(const ScoredRows& rows, const std::vector<Measure>& measures, const ScoreOptions& options,
                                       std::vector<Warning>& warnings);

} // namespace unseen
