// What learners predicted, in an answer about estimates: confusion matrices, curves, and where they are
// wrong.
//
// Example:
//
//     const auto iris = Dataset::make(read_table("data/iris.csv"));
//     const auto tree = make_learner(Spec("tree"), ResponseType::classes);
//     const Learner* learners[] = {tree.get()};
//     const EstimateOptions options{.estimators = {Spec("cv")}, .describe_predictions = true};
//     const auto report = estimate(iris, learners, options);
//     auto answer = answer_of(report, "iris", iris, options);
//     add_predictions(answer, report, iris);
//     assert(format_named("json").print(answer).find("\"predictions\"") != std::string::npos);
#pragma once

#include "unseen/report/answer.hpp"
#include "unseen/run/estimate.hpp"

namespace unseen {

/// Adds the key `predictions` to the JSON of an answer about these estimates, if predictions were kept
/// (EstimateOptions::describe_predictions): {"estimator", "one_in", "out_of_fold", "learners":
/// [{"learner_name", "rows", "confusion", "error", "features"}], "curves"}. It has the learners with the best
/// figures, as many as have room: most_described_learners, and fewer of many classes. Curves have at most 200
/// points, or 2 a class. `show_cells`: whether `features` has the errors by the values of features; else it
/// is empty.
void add_predictions(Answer& answer, const EstimateReport& report, const Dataset& data,
                     bool show_cells = true, std::size_t threads = 0);

inline constexpr std::size_t most_described_learners = 6;

} // namespace unseen
