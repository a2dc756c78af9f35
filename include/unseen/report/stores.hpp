// Answers about stores.
//
// Example:
//
//     const std::vector<StoredSeries> series{{.data = "iris", .learner = "majority", .fits = 10}};
//     const Answer answer = answer_of({}, series);
//     assert(answer.table.rows.size() == 1); // one row a learner and dataset
#pragma once

#include "unseen/report/answer.hpp"
#include "unseen/store/store_file.hpp"

#include <span>

namespace unseen {

/// The content of a store: a table with one row per learner and dataset.
Answer answer_of(std::span<const StoredExperiment> experiments, std::span<const StoredSeries> series);

/// The failed fits of a store, one per row.
Answer answer_of(std::span<const StoredFailure> failures);

/// The faults that check_store() found, one per row.
Answer faults_answer(std::span<const std::string> faults);

} // namespace unseen
