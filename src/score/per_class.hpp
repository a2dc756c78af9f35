// Private: figures of each class against all others.
#pragma once

#include "unseen/score/score.hpp"

#include <functional>

namespace unseen {

/// Judges some rows by the measures of the options.
using JudgeRows = std::function<ScoreReport(const ScoredRows&, const ScoreOptions&)>;

/// Sets the figures of each class of `report`, and their averages. Throws InputError unless the rows have
/// predicted labels.
void add_classes(const ScoredRows& rows, const ScoreOptions& options, const JudgeRows& judge,
                 ScoreReport& report);

} // namespace unseen
