// Learning curves: how the error of a learner falls with the number of training rows, and what more rows would bring (METHODS F.1).
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const auto tree = make_learner(Spec("tree"), iris.response_type());
//     const Learner* learners[] = {tree.get()};
//     const std::vector<std::uint64_t> sizes = {10, 20, 40, 80, 135};
//     const auto report = estimate(iris, learners, {.estimators = learning_estimators(Spec::parse("cv:repeats=2"), sizes)});
//     const auto curves = learning_curves(report.estimates, iris.response_type(), Level(0.95), 1);
//     assert(curves.size() == 1 && curves[0].points.size() == 5 && curves[0].points[0]->training_rows == 10.0);
#pragma once

#include "unseen/estimate/power_law.hpp"
#include "unseen/resample/learning.hpp"
#include "unseen/run/estimate.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// A value beyond the sizes, by the fitted law, with percentile limits.
struct Extrapolation {
    double at = 0.0;    ///< what it is asked for: a number of rows, or an error
    double value = 0.0; ///< the error there, or the number of rows; infinite if the law never reaches the error
    std::optional<Limits> limits{};
};

/// The figures of one learner by one measure, by training size.
struct LearningCurve {
    std::vector<const Estimate*> points{}; ///< ascending in training_rows
    bool lower_is_better = true;
    std::optional<PowerLaw> law{}; ///< of a measure whose best value is 0
    std::string law_reason{};      ///< why there is none: `few_sizes`, `not_an_error`, `no_value`
    Extrapolation twice{};         ///< the error with twice the largest size
    Extrapolation
        less{}; ///< rows for one point less error than the law has at the largest size; a tenth less, if the measure is no share
    double unreachable = 0.0; ///< share of the replicates that never reach it
};

/// The curves of estimates by such estimators, with their splits' figures: one for each learner and measure, in their order. Limits are percentiles over 500 draws of the
/// splits, which share rows: heuristic. They point into `estimates`.
std::vector<LearningCurve> learning_curves(std::span<const Estimate> estimates, ResponseType response, Level level,
                                           std::uint64_t seed);

} // namespace unseen
