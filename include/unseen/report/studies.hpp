// Answers about studies of estimators.
//
// Example:
//
//     const auto population = make_population(Spec("gaussian"));
//     const auto knn = make_learner(Spec("knn"), population.response);
//     const std::vector<const Learner*> learners = {knn.get()};
//     const StudyOptions options{
//         .sizes = {20, 40}, .repetitions = 5, .fresh_rows = 100, .job = {.estimators = {Spec("loo")}}};
//     const Answer answer = answer_of(study_estimators(population, learners, options), population, options);
//     assert(answer.table.rows.size() == 2); // a row a size
#pragma once

#include "unseen/report/answer.hpp"
#include "unseen/study/estimators.hpp"

namespace unseen {

/// A table with one row per size and estimator, and a table of the true errors. With `times` it has the
/// seconds of the fits, which differ from run to run.
Answer answer_of(const EstimatorStudy& study, const Population& population, const StudyOptions& options,
                 bool times = false);

} // namespace unseen
