// Answers about experiments.
//
// Example:
//
//     const auto experiment = parse_experiment("estimators = ['cv:folds=5']\n"
//                                              "[[data]]\npath = 'iris.csv'\n"
//                                              "[[learner]]\nspec = 'majority'\n", "example.toml", "data");
//     const auto design = check_experiment(experiment);
//     const Answer answer = answer_of(experiment, run_experiment(experiment, design, {}));
//     assert(answer.table.rows.size() == 1); // one dataset, learner, estimator and measure
#pragma once

#include "unseen/experiment/experiment.hpp"
#include "unseen/report/answer.hpp"

#include <span>

namespace unseen {

/// A table with one row per dataset, learner, estimator and measure. The notes explain what all rows have in
/// common. Only the table has times.
Answer answer_of(const Experiment& experiment, const ExperimentReport& report);

/// A table of the work of a run: the design, and the forecast of its fits, time and space on `threads`
/// threads.
Answer answer_of(const Experiment& experiment, std::span<const DesignedData> design,
                 std::span<const ForecastFits> forecast, std::size_t threads);

} // namespace unseen
