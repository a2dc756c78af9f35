// Verdicts in answers: the sentences that every format shows first, and the key `verdict` of the JSON.
//
// Example:
//
//     Verdict verdict{.leaders = {"tree"}, .measure = "error_rate", .value = 0.1};
//     settle(verdict);
//     Answer answer{.json = answer_object("estimate")};
//     conclude(answer, verdict);
//     assert(format_named("text").print(answer).starts_with("The error_rate of tree is 0.1000."));
#pragma once

#include "unseen/contest/compared_learners.hpp"
#include "unseen/estimate/estimate.hpp"
#include "unseen/report/answer.hpp"
#include "unseen/verdict/verdict.hpp"

#include <span>
#include <string>
#include <vector>

namespace unseen {

/// Gives an answer its verdict, replacing an existing one. Here a result becomes an answer to a question.
void conclude(Answer& answer, Verdict verdict);

/// Adds requirements to the verdict of an answer that has one.
void add_requirements(Answer& answer, std::vector<Requirement> requirements);

/// Whether the leading subject of the verdict is better than predictions that have nothing to do with the
/// truth, whose figure is the constant `value` on all rows: by the verdict's own interval, if it is one of a
/// single test set and no heuristic.
Relation against_constant(const Verdict& verdict, const std::string& name, double value);

/// The lines that every format shows first: the sentences of the verdict, a line for each further verdict
/// that has an answer, and the limits.
std::vector<std::string> lines_of(const Verdict& verdict);

/// The verdict on learners, by the estimator and the measure of the first estimate. `compared` are their
/// comparisons; learners that were not compared have the reason `not_tested`. The leading learner is tested
/// against its baseline at `level`, in a sentence of its own.
Verdict verdict_of(std::span<const Estimate> estimates, std::span<const ComparedLearners> compared = {},
                   Level level = Level(0.95));

} // namespace unseen
