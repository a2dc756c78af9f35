// All that a program needs to judge predictions that were made elsewhere.
//
// Example:
//
//     const std::vector<Table> files{
//         parse_table("truth,predicted\nyes,yes\nno,no\nyes,no\nno,no\n", "predictions.csv")};
//     const auto report = score(make_scored_rows(files), {.measures = {Spec("accuracy")}});
//     const Answer answer = answer_of(report, "predictions.csv");
//     assert(answer.verdict->sentences.front().starts_with("The accuracy of"));
#pragma once

#include "unseen/read/reader.hpp"
#include "unseen/report/answer.hpp"
#include "unseen/report/score.hpp"
#include "unseen/roles/scored_rows.hpp"
#include "unseen/score/score.hpp"
