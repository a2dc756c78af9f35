// Answers about stores.
#pragma once

#include "unseen/report/answer.hpp"
#include "unseen/store/store_file.hpp"

#include <span>

namespace unseen {

/// What is in a store, a line a learner and dataset.
Answer answer_of(std::span<const StoredExperiment> experiments, std::span<const StoredSeries> series);

/// The failed fits of a store.
Answer answer_of(std::span<const StoredFailure> failures);

/// What is wrong with a store, a line a fault.
Answer faults_answer(std::span<const std::string> faults);

} // namespace unseen
