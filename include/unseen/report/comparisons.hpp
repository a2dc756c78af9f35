// Comparisons as a table for people and as JSON for programs.
#pragma once

#include "unseen/compare/comparison.hpp"
#include "unseen/report/json.hpp"
#include "unseen/report/result_table.hpp"

namespace unseen {

/// One row a test, the primary one marked; below them what the data show and what they do not, in two sentences.
ResultTable comparisons_table(const compare::Answer& answer);

/// DESIGN's `compare` answer. What does not exist is null, with its reason beside it.
Json comparisons_json(const compare::Answer& answer);

} // namespace unseen
