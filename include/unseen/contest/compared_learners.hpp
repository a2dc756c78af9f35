// Comparison of learners by the figures of their splits.
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const auto majority = make_learner(Spec("majority"), iris.response_type());
//     const auto knn = make_learner(Spec("knn"), iris.response_type());
//     const std::vector<const Learner*> learners = {majority.get(), knn.get()};
//     const auto report = estimate(iris, learners, {.estimators = {Spec::parse("cv:folds=10")}});
//     const auto compared = compare_estimates("iris", iris.response_type(), report.estimates, {});
//     assert(compared.size() == 1 && compared[0].measure == "error_rate");
//     assert(compare::primary(compared[0].answer).test == "cv_paired");
#pragma once

#include "unseen/compare/comparison.hpp"
#include "unseen/compare/results.hpp"
#include "unseen/data/dataset.hpp"
#include "unseen/estimate/estimate.hpp"

#include <span>
#include <string>
#include <vector>

namespace unseen {

/// The comparison of learners on one data set under one estimator by one measure.
struct ComparedLearners {
    std::string estimator;      ///< Asked::estimator
    std::string estimator_name; ///< Asked::estimator_name
    std::string measure;
    compare::Answer answer; ///< the answer of compare_learners()
};

/// Throws InputError for a name in compare::ResultsOptions::tests that no test has.
void require_tests_of_learners(const std::vector<std::string>& tests);

/// Compares the learners of the `estimates` on one data set, for each estimator and measure in their order.
/// All pairs are compared by cv_paired() in a cross-validation (METHODS I.29), by Diebold and Mariano's test
/// for windows in time (I.5), and else by the corrected resampled t (E.3). P-values are adjusted and
/// intervals have the levels of Holm's steps over the pairs of one estimator and measure (METHODS E.11).
/// Estimators whose splits no such test can compare (Estimate::pairing) are left out, and so are measures
/// whose best value lies between worse ones. A learner without a figure in some split is left out, with the
/// warning `learner_left_out`; if fewer than two learners remain, there is no comparison. The estimates must
/// list their splits. `measure` of the options is set to the measure.
std::vector<ComparedLearners> compare_estimates(const std::string& data, ResponseType response,
                                                std::span<const Estimate> estimates,
                                                const compare::ResultsOptions& options);

} // namespace unseen
