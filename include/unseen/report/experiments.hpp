// Answers about experiments.
#pragma once

#include "unseen/experiment/experiment.hpp"
#include "unseen/report/answer.hpp"

#include <span>

namespace unseen {

/// Datasets by learner by estimator by measure, with the explanations that are common to all below. Only the table has times.
Answer answer_of(const Experiment& experiment, const ExperimentReport& report);

/// What a run would do: the design, and what it would take on so many threads.
Answer answer_of(const Experiment& experiment, std::span<const DesignedData> design, std::span<const ForecastFits> forecast,
                 std::size_t threads);

} // namespace unseen
