// Learning curves in an answer about estimates.
//
// Example:
//
//     const auto iris = Dataset::make(read_table("data/iris.csv"));
//     const auto tree = make_learner(Spec("tree"), iris.response_type());
//     const Learner* learners[] = {tree.get()};
//     const std::vector<std::uint64_t> sizes = {20, 40, 80, 135};
//     const EstimateOptions options{.estimators = learning_estimators(Spec("cv"), sizes)};
//     const auto report = estimate(iris, learners, options);
//     const auto curves = learning_curves(report.estimates, iris.response_type(), Level(0.95));
//     const Answer answer =
//         with_learning_curves(answer_of(report, "iris", iris, options), curves, {}, Level(0.95));
//     assert(answer.table.rows.size() == 4 &&
//            answer.notes.front().text.starts_with("More rows"));
#pragma once

#include "unseen/contest/compared_learners.hpp"
#include "unseen/report/answer.hpp"
#include "unseen/run/learning_curve.hpp"

#include <span>

namespace unseen {

/// Replaces the table by the table of the curves. Adds a sentence on each fitted law and on the comparisons
/// of each pair of learners, and the key `learning_curves` to the JSON, a list of {learner, learner_name,
/// measure, points: [{training_rows, value, lower, upper, standard_deviation, training, complexity}], law:
/// {floor, factor, exponent, objective, at_the_end} or null with law_reason, twice: {rows, value}, less:
/// {error, rows}, warnings}; `pairs` say where curves cross. The long table has the laws and the sizes of the
/// models.
Answer with_learning_curves(Answer answer, std::span<const LearningCurve> curves,
                            std::span<const ComparedLearners> compared, Level level);

} // namespace unseen
