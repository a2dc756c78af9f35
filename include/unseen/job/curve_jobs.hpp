// How the errors of learners depend on the number of training rows, and on noise.
//
// Example:
//
//     const LearningCurveJob job{
//         .points = {.data = {.source = "iris", .read = [] { return read_table("data/iris.csv"); }},
//                    .learners = {{"tree", Spec("tree")}}},
//         .folds = Spec::parse("cv:folds=5"),
//         .sizes = {20, 40, 80}};
//     assert(answer(job).answer.table.rows.size() == 3); // a row a size
#pragma once

#include "unseen/job/estimate_job.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace unseen {

/// Estimates with training sets of several sizes.
struct LearningCurveJob {
    EstimateJob points; ///< with one estimator for each size
    Spec folds = Spec::parse(repeated_folds);
    std::vector<std::uint64_t> sizes{}; ///< empty: learning_sizes() of the data
    bool times = false;                 ///< measure how long training and prediction take
};

/// Estimates of learners that train on, or predict from, rows of which a share is noisy.
struct NoiseCurveJob {
    EstimateJob points; ///< its estimators are `splits`
    Spec splits = Spec::parse(repeated_folds);
    std::vector<double> shares{}; ///< empty: 0, 0.05, 0.1, 0.2, 0.3 and 0.4
    std::string kind{};           ///< `class` or `attribute`; empty: by the response
    std::string by{};             ///< NoiseOptions::by; empty: the default
    std::string where{};          ///< NoiseOptions::where; empty: the default
};

/// The curves, and which learner is better at each point. They throw InputError, before any fit, for invalid
/// requests; everything that can be checked without data is checked before these are read.
Answered answer(const LearningCurveJob& job);
Answered answer(const NoiseCurveJob& job);

} // namespace unseen
