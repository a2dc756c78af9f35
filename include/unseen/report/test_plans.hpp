// What planned tests can show, as a table and as JSON.
#pragma once

#include "unseen/compare/plan.hpp"
#include "unseen/report/json.hpp"
#include "unseen/report/result_table.hpp"

#include <span>

namespace unseen {

/// One row a figure, with the tests' assumptions as notes.
ResultTable test_plans_table(std::span<const compare::TestPlan> plans);

/// The object that `unseen compare plan` prints: "plans":[{"test","figures":{...},"assumptions":[...]}].
Json test_plans_json(std::span<const compare::TestPlan> plans);

/// The tests that can be planned, with their keys.
ResultTable test_plans_list();

} // namespace unseen
