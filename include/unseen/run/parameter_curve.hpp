// Curves of estimates against a parameter: a number of training rows, a share of noise.
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const auto one = make_learner(Spec::parse("knn:k=1"), iris.response_type());
//     const auto nine = make_learner(Spec::parse("knn:k=9"), iris.response_type());
//     const Learner* learners[] = {nine.get(), one.get()};
//     const auto report = estimate(iris, learners, {.estimators = {Spec("cv")}});
//     const auto curves = parameter_curves(report.estimates, iris.response_type(), [](const Estimate& e) {
//         return CurvePlace{"knn", "knn", Spec::parse(e.asked.learner).real("k")};
//     });
//     assert(curves.size() == 1 && curves[0].points[0].at == 1 &&
//            curves[0].points[1].estimate == &report.estimates[0]);
#pragma once

#include "unseen/data/dataset.hpp"
#include "unseen/estimate/estimate.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// One point: the value of the parameter, and the estimate there.
struct CurvePoint {
    double at = 0.0;
    const Estimate* estimate = nullptr;
};

/// The figures of one learner by one measure.
struct ParameterCurve {
    std::string learner; ///< the spec without the parameter, with every default
    std::string learner_name;
    std::string measure;
    std::vector<CurvePoint> points{}; ///< ascending in `at`
    bool lower_is_better = true;
};

/// Where an estimate stands: on which curve, and at which value of the parameter.
struct CurvePlace {
    std::string learner;
    std::string learner_name;
    double at = 0.0;
};

/// The curves of these estimates, one for each learner and measure, in their order. They point into
/// `estimates`.
std::vector<ParameterCurve> parameter_curves(std::span<const Estimate> estimates, ResponseType response,
                                             const std::function<CurvePlace(const Estimate&)>& place_of);

} // namespace unseen
