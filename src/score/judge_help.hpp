// Private: what a judge adds to few human values.
#pragma once

#include "unseen/score/score.hpp"

namespace unseen {

/// Throws InputError for a measure that is no plain mean, of which a judge says nothing, and for a method
/// that knows no judge; and for `judge_beta` and a width without a judge.
void require_judged_means(const ScoredRows& rows, const std::vector<Measure>& measures,
                          const ScoreOptions& options);

/// The mean of judged items.
Value judged_value(const PredictionView& view, const Measure& measure);

/// What the judge adds to the mean of the values, with `labels_not_random` among the warnings; null where
/// there is no such mean.
std::optional<JudgeHelp> judge_help(const ScoredRows& rows, const ScoreOptions& options,
                                    std::vector<Warning>& warnings);

} // namespace unseen
