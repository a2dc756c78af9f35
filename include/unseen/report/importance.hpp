// Answers about the importance of features.
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const auto tree = make_learner(Spec("tree"), iris.response_type());
//     const auto as_it_is = permuted_learner(*tree, {}, 1);
//     const auto without_petals = permuted_learner(*tree, {2, 3}, 1);
//     const Learner* const learners[] = {as_it_is.get(), without_petals.get()};
//     const EstimateOptions options{.learner_names = {"tree", "no petals"},
//                                   .estimators = {Spec::parse("cv:folds=5")}};
//     const auto report = estimate(iris, learners, options);
//     const auto found =
//         importances_of(iris.response_type(), report.estimates, {"petals"}, options.level);
//     const Answer answer = answer_of(found, report, "iris", iris, options);
//     assert(answer.table.rows.size() == 1); // a row for each of the features
#pragma once

#include "unseen/contest/importance.hpp"
#include "unseen/report/answer.hpp"
#include "unseen/run/estimate.hpp"

#include <span>
#include <string>

namespace unseen {

/// A table with one row for each of the features, the most important first (the first forty; CSV and JSON
/// have all), and the learner's own figure, which is the first estimate of the report.
Answer answer_of(std::span<const FeatureImportance> found, const EstimateReport& report,
                 const std::string& source, const Dataset& data, const EstimateOptions& options);

} // namespace unseen
