// Answers about datasets and plans.
#pragma once

#include "unseen/base/write.hpp"
#include "unseen/data/dataset.hpp"
#include "unseen/report/answer.hpp"
#include "unseen/resample/plan.hpp"

#include <string>

namespace unseen {

/// Its columns with their types, and how many values occur and are missing.
Answer answer_of(const Dataset& data);

/// Writes the plan as CSV, split by split: `split,repeat,fold,role,row`, rows from 0 in the file, a row as often as it is drawn. Returns the balance
/// that it achieves: "test rows a split: 10 to 11; of class a: 5, b: 5 to 6".
std::string write_plan(const Plan& plan, const Dataset& data, const Write& write);

} // namespace unseen
