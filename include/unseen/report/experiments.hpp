// The results of an experiment as one table for people and as JSON for programs.
#pragma once

#include "unseen/report/json.hpp"
#include "unseen/report/result_table.hpp"
#include "unseen/run/experiment.hpp"

namespace unseen {

/// Datasets by learner by estimator by measure, with the explanations that are common to all below.
ResultTable experiment_table(const Experiment& experiment, const ExperimentReport& report);

/// One line an estimate, for CSV. Without times: equal runs print equal bytes.
ResultTable experiment_long_table(const ExperimentReport& report);

/// The array of datasets with their estimates. Without times.
Json experiment_json(const ExperimentReport& report);

} // namespace unseen
