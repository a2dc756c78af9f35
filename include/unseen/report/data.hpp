// Answers about datasets and plans.
//
// Example:
//
//     const auto iris = Dataset::make(read_table("data/iris.csv"));
//     assert(answer_of(iris).table.rows.size() == 5); // four features and the response
//     const auto plan =
//         make_plan(resolve_estimator(Spec::parse("holdout:fraction=0.2"), iris.response_type()), iris, 1);
//     std::ostringstream csv;
//     write_plan(plan, iris, [&](std::string_view text) { csv << text; });
//     assert(csv.str().starts_with("split,repeat,fold,role,row\n"));
#pragma once

#include "unseen/base/write.hpp"
#include "unseen/data/dataset.hpp"
#include "unseen/report/answer.hpp"
#include "unseen/resample/plan.hpp"

#include <string>

namespace unseen {

/// A table of the columns: type, number of distinct values, number of missing cells. `values`: also what the
/// cells hold (ranges, quartiles, categories, classes), which false leaves out.
Answer answer_of(const Dataset& data, std::size_t threads = 0, bool values = true);

/// Writes the plan as CSV, split by split: `split,repeat,fold,role,row`. Rows are numbered from 0 as in the
/// file; a row that is drawn several times is written several times. Returns a sentence on the balance of the
/// splits: "test rows a split: 10 to 11; of class a: 5, b: 5 to 6".
std::string write_plan(const Plan& plan, const Dataset& data, const Write& write);

} // namespace unseen
