// The judgement of given predictions as a table for people and as JSON for programs.
#pragma once

#include "unseen/report/json.hpp"
#include "unseen/report/result_table.hpp"
#include "unseen/score/score.hpp"

namespace unseen {

/// One line a measure with value, interval, how it was made, and which way and how far the measure goes; below it what that means, the
/// confusion matrix of few classes, and the warnings.
ResultTable score_table(const ScoreReport& report);

/// One line a measure with everything a program may want, for CSV.
ResultTable score_long_table(const ScoreReport& report);

/// DESIGN's `score` answer.
Json score_json(const ScoreReport& report);

/// The measures that there are: direction, range, what each needs, and whether it is a mean over rows.
ResultTable measures_table();

} // namespace unseen
