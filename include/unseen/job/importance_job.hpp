// The importance of features: how much worse a learner predicts if it sees their cells permuted.
//
// Example:
//
//     const ImportanceJob job{
//         .data = {.source = "iris", .read = [] { return read_table("data/iris.csv"); }},
//         .learner = {"tree", Spec("tree")},
//         .features = {"Sepal.Length + Sepal.Width", "Petal.Length + Petal.Width"},
//         .estimator = Spec::parse("cv:folds=5")};
//     const auto answered = answer(job);
//     assert(answered.answer.table.rows.size() == 2); // a row for each of the two, the larger one first
//     assert(answered.answer.verdict->leaders.front() == "Petal.Length + Petal.Width");
#pragma once

#include "unseen/job/job.hpp"
#include "unseen/run/estimate.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace unseen {

/// The request.
struct ImportanceJob {
    JobData data;
    JobLearner learner;
    std::vector<std::string> features{}; ///< as permuted_features() takes them
    Spec estimator = Spec::parse(repeated_folds);
    std::optional<Spec> measure{}; ///< unset: the first of default_measures()
    EstimateOptions options{};     ///< the job itself sets learner_names, estimators and measures
    /// Makes the learner that sees these features permuted, for a learner that no spec makes. `features` must
    /// then be given; they need not be among the dataset's. Empty: permuted_learner().
    std::function<std::unique_ptr<Learner>(ResponseType, const std::string& features)> permuted{};
};

/// Fits the learner on the splits and judges it with and without permuted cells. Throws InputError, before
/// any fit, for an unknown feature and as estimate() does.
Answered answer(const ImportanceJob& job);

} // namespace unseen
