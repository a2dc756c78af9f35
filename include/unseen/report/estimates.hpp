// Answers about estimates.
//
// Example:
//
//     const auto iris = Dataset::make(read_table("data/iris.csv"));
//     const auto majority = make_learner(Spec("majority"), iris.response_type());
//     const Learner* learners[] = {majority.get()};
//     const EstimateOptions options{.estimators = {Spec::parse("cv:folds=10")}};
//     const auto report = estimate(iris, learners, options);
//     const Answer answer = answer_of(report, {.learners = {"majority"}, .estimators = {"cv:folds=10"}}, "iris", iris, options);
//     assert(answer.table.rows.size() == 1); // one learner, one estimator, one measure
//     std::cout << format_named("text").print(answer);
#pragma once

#include "unseen/report/answer.hpp"
#include "unseen/run/estimate.hpp"

#include <string>
#include <vector>

namespace unseen {

/// Names of learners, estimators and bounds as the user wrote them, in the order of the report. Leave estimators and bounds empty if the
/// report used the default estimator.
struct EstimateNames {
    std::vector<std::string> learners{};
    std::vector<std::string> estimators{};
    std::vector<std::string> bounds{};
};

/// The estimates as a JSON array. It has no times, so that equal runs print equal bytes.
Json estimates_json(const EstimateReport& report);

/// A table with one row a learner, estimator (or bound) and measure. The notes give names in full and explain bounds, targets and
/// intervals. The JSON is estimates_json(). Only the table has times.
Answer answer_of(const EstimateReport& report, const EstimateNames& names);

/// The same with a description of the dataset; `source` is the user's name of it.
Answer answer_of(const EstimateReport& report, const EstimateNames& names, const std::string& source, const Dataset& data,
                 const EstimateOptions& options);

} // namespace unseen
