// Noise curves in an answer about estimates.
//
// Example:
//
//     const auto iris = Dataset::make(read_table("data/iris.csv"));
//     const NoiseOptions noise{.classes = true};
//     const auto clean = make_learner(Spec("tree"), iris.response_type());
//     const auto noisy = make_learner(noisy_learner(Spec("tree"), 0.2, noise), iris.response_type());
//     const Learner* learners[] = {clean.get(), noisy.get()};
//     const EstimateOptions options{.estimators = {Spec("cv")}};
//     const auto report = estimate(iris, learners, options);
//     const auto curves = parameter_curves(report.estimates, iris.response_type(), [&](const Estimate& e) {
//         const bool with_noise = e.asked.learner == noisy->spec().print();
//         return CurvePlace{clean->spec().print(), "tree", with_noise ? 0.2 : 0.0};
//     });
//     const Answer answer =
//         with_noise_curves(answer_of(report, "iris", iris, options), curves, {}, noise, Level(0.95));
//     assert(answer.table.rows.size() == 2 && answer.notes.front().text.starts_with("Class noise"));
#pragma once

#include "unseen/contest/compared_learners.hpp"
#include "unseen/learn/noise.hpp"
#include "unseen/report/answer.hpp"
#include "unseen/run/parameter_curve.hpp"

#include <span>

namespace unseen {

/// Replaces the table by the table of the curves. Adds sentences on the noise and on the comparisons of each
/// pair of learners, and to the JSON the keys `noise` {kind, by or where, draw}, `noise_curves`, a list of
/// {learner, learner_name, measure, points: [{share, value, lower, upper, standard_deviation}]}, and `pairs`,
/// a list of {a, b, measure, a_better, b_better}: the shares at which one is significantly better. The long
/// table gets the column `share`. The curves have every estimate of the answer.
Answer with_noise_curves(Answer answer, std::span<const ParameterCurve> curves,
                         std::span<const ComparedLearners> compared, const NoiseOptions& noise, Level level);

} // namespace unseen
