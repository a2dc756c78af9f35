// Learning curves: how the error of a learner falls with the number of training rows, and what more rows
// would bring (METHODS F.1).
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const auto tree = make_learner(Spec("tree"), iris.response_type());
//     const Learner* learners[] = {tree.get()};
//     const std::vector<std::uint64_t> sizes = {10, 20, 40, 80, 135};
//     const auto report =
//         estimate(iris, learners, {.estimators = learning_estimators(Spec::parse("cv:repeats=2"), sizes)});
//     const auto curves = learning_curves(report.estimates, iris.response_type(), Level(0.95));
//     assert(curves.size() == 1 && curves[0].curve.points.size() == 5 &&
//            curves[0].curve.points[0].at == 10.0);
#pragma once

#include "unseen/estimate/crossing.hpp"
#include "unseen/estimate/learning_forecast.hpp"
#include "unseen/estimate/power_law.hpp"
#include "unseen/resample/learning.hpp"
#include "unseen/run/estimate.hpp"
#include "unseen/run/parameter_curve.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// The figures of one learner by one measure, by training size, and the law that they follow.
struct LearningCurve {
    ParameterCurve curve; ///< `at`: the training rows
    Maybe<PowerLaw> law =
        reasons::few_sizes; ///< of a measure whose best value is 0; else `not_an_error`, or `no_power_law`
    Maybe<LearningForecast> forecast = reasons::few_sizes; ///< of the same measures
    double gain =
        0.0; ///< 0.01, or a tenth of the error, if the measure is no share or the error is that small
    std::vector<Warning> warnings{}; ///< `poor_power_law`, `wide_forecast`
};

/// The curves of estimates by such estimators, which must list the splits' figures: one curve for each
/// learner and measure, in their order. The curves point into `estimates`.
std::vector<LearningCurve> learning_curves(std::span<const Estimate> estimates, ResponseType response,
                                           Level level);

/// Where the curves of two learners by one measure cross.
struct CrossedCurves {
    std::string a; ///< the name of a learner
    std::string b;
    std::string measure;
    std::vector<Crossing> crossings{};
};

/// The crossings of each pair of curves by one measure; pairs without a crossing are left out. Only sizes at
/// which both curves have a figure in every split count.
std::vector<CrossedCurves> crossed_curves(std::span<const LearningCurve> curves, Level level);

} // namespace unseen
