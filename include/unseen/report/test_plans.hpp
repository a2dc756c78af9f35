// Answers about planned tests.
//
// Example:
//
//     const std::vector<compare::TestPlan> plans{
//         compare::plan_test(Spec::parse("mcnemar_exact:discordant=0.1,difference=0.02"), Level(0.95))};
//     const Answer answer = answer_of(plans);
//     assert(answer.table.rows.size() == plans.front().figures.size()); // one row a figure
#pragma once

#include "unseen/compare/plan.hpp"
#include "unseen/report/answer.hpp"

#include <span>

namespace unseen {

/// A table with one row per figure; the tests' assumptions are notes. JSON:
/// "plans":[{"test","figures":{...},"assumptions":[...]}].
Answer answer_of(std::span<const compare::TestPlan> plans);

/// All tests that can be planned, with their keys.
Answer test_plans_answer();

} // namespace unseen
