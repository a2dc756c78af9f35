// How long training and prediction take, each by itself: measured, and so another number each time.
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const auto tree = make_learner(Spec("tree"), iris.response_type());
//     const Learner* learners[] = {tree.get()};
//     auto report = estimate(iris, learners, {.estimators = {Spec::parse("cv:folds=5,repeats=3")}});
//     add_fit_times(report.estimates, iris, {});
//     const auto& prediction = report.estimates[0].complexity_spread.back();
//     assert(prediction.name == "prediction_seconds" && prediction.fits == 5 &&
//            prediction.mean >= 0.0); // of the first repeat
#pragma once

#include "unseen/estimate/estimate.hpp"
#include "unseen/run/run.hpp"

#include <vector>

namespace unseen {

/// `training_seconds` and `prediction_seconds`, the latter for the test rows of a split: the first variant of
/// `prepared` trains and predicts on the splits of the first repeat of the plan, one after the other on this
/// thread. What fits of a dataset share, such as sorted columns, is made before, by a fit that is not
/// counted. Failed fits are left out; empty if there is no other, or if `run.stop` says so.
std::vector<ComplexitySpread> fit_times(const Learner& learner, const Prepared& prepared, const Dataset& data,
                                        const Plan& plan, const RunOptions& run);

/// Adds these times of their own learners and plans to the complexity_spread of the estimates, whatever a
/// store holds. `run`: as they were made. Throws InputError for an estimator that is no plan; cv, learning
/// and random are.
void add_fit_times(std::vector<Estimate>& estimates, const Dataset& data, const RunOptions& run);

} // namespace unseen
