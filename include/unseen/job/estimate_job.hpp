// Learners, estimators and measures on one dataset, at one horizon or several: the figures, and which learner
// is better.
//
// Example:
//
//     const EstimateJob job{.data = {.source = "iris", .read = [] { return read_table("data/iris.csv"); }},
//                           .learners = {{"tree", Spec("tree")}, {"knn", Spec("knn")}},
//                           .options = {.estimators = {Spec::parse("cv:folds=5")}}};
//     const Answered done = answer(job);
//     assert(done.run.fits == 10 && done.answer.table.rows.size() == 2);
//     std::cout << format_named("text").print(done.answer);
#pragma once

#include "unseen/job/job.hpp"
#include "unseen/run/estimate.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace unseen {

/// The request.
struct EstimateJob {
    JobData data;
    std::vector<JobLearner> learners; ///< of different names
    /// Each of several horizons has its own run with its own rows, windows and models. With one or none, the
    /// roles decide.
    std::vector<std::uint64_t> horizons{};
    /// The job itself sets learner_names, plans and unlabelled.
    EstimateOptions options{};
    std::function<std::vector<Plan>(const Dataset&)> plans{}; ///< the user's own splits
    std::string store{};                                      ///< the file that keeps the fits; empty: none
    /// Requirements on figures of the one learner, by the first estimator, such as "accuracy >= 0.9".
    std::vector<std::string> requirements{};
    Level require_level{0.95}; ///< of the one-sided limit that shows or refutes a requirement
    bool show_pairs = false;   ///< show the differences of all pairs of learners; CSV has these alone
    bool show_cells = true;    ///< describe predictions by the values of features too
};

/// Fits, judges and compares the learners. Throws InputError, before any fit, as estimate() does; with
/// several horizons the message names the horizon.
Answered answer(const EstimateJob& job);

} // namespace unseen
