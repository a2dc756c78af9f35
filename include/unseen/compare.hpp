// All that a program needs to tell which of several models is better: by their predictions for the same rows,
// by the figures of their splits, or by their results on many data sets.
//
// Example:
//
//     const auto table = parse_table("truth,a,b\nyes,yes,no\nno,no,yes\nyes,yes,no\nno,no,yes\n", "t.csv");
//     const std::vector<ModelColumn> columns = {{"A", "a"}, {"B", "b"}};
//     const Answer answer = answer_of(compare_matched(match_columns(table, columns, {}), {}, {}));
//     assert(answer.verdict->leaders.front() == "A");
#pragma once

#include "unseen/compare/models.hpp"
#include "unseen/compare/results.hpp"
#include "unseen/compare/splits.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/report/answer.hpp"
#include "unseen/report/comparisons.hpp"
#include "unseen/roles/matched_models.hpp"
#include "unseen/score/compare_matched.hpp"
