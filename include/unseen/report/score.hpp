// Answers about given predictions.
//
// Example:
//
//     const std::vector<Table> files{
//         parse_table("truth,predicted\nyes,yes\nno,no\nyes,no\nno,no\n", "predictions.csv")};
//     const auto report = score(make_scored_rows(files), {.measures = {Spec("accuracy"), Spec("recall")}});
//     const Answer answer = answer_of(report, "predictions.csv");
//     assert(answer.table.rows.size() == 2); // one row a measure
//     std::cout << format_named("text").print(answer);
#pragma once

#include "unseen/report/answer.hpp"
#include "unseen/score/score.hpp"

#include <string>

namespace unseen {

/// A table with one row per measure: value, interval and its method, direction and range. The notes explain
/// the figures, show the confusion matrix if there are few classes, and list the warnings. `source` is the
/// user's name for the predictions.
Answer answer_of(const ScoreReport& report, const std::string& source);

/// All measures with direction, range, needs, and whether they are means over rows.
Answer measures_answer();

} // namespace unseen
