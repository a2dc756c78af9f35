// Answers about what planned tests can show.
#pragma once

#include "unseen/compare/plan.hpp"
#include "unseen/report/answer.hpp"

#include <span>

namespace unseen {

/// One row a figure, with the tests' assumptions as notes. JSON: "plans":[{"test","figures":{...},"assumptions":[...]}].
Answer answer_of(std::span<const compare::TestPlan> plans);

/// The tests that can be planned, with their keys.
Answer test_plans_answer();

} // namespace unseen
