// Answers about given predictions.
#pragma once

#include "unseen/report/answer.hpp"
#include "unseen/score/score.hpp"

#include <string>

namespace unseen {

/// One line a measure with value, interval, how it was made, and which way and how far the measure goes; below it what that means, the
/// confusion matrix of few classes, and the warnings. `source` is what the user calls the predictions.
Answer answer_of(const ScoreReport& report, const std::string& source);

/// The measures that there are: direction, range, what each needs, and whether it is a mean over rows.
Answer measures_answer();

} // namespace unseen
