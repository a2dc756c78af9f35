// The times of training and prediction, measured separately. They differ from run to run.
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const auto tree = make_learner(Spec("tree"), iris.response_type());
//     const Learner* learners[] = {tree.get()};
//     auto report = estimate(iris, learners, {.estimators = {Spec::parse("cv:folds=5,repeats=3")}});
//     add_fit_times(report.estimates, iris, {});
//     const auto& prediction = report.estimates[0].cost.complexity_spread.back();
//     assert(prediction.name == "prediction_seconds" && prediction.fits == 5 &&
//            prediction.mean >= 0.0); // of the first repeat
#pragma once

#include "unseen/estimate/estimate.hpp"
#include "unseen/run/run.hpp"

#include <vector>

namespace unseen {

/// `training_seconds` and `prediction_seconds`, the latter for the test rows of a split: the first variant of
/// `prepared` trains and predicts on the splits of the first repeat of the plan, one after the other on this
/// thread. An uncounted fit first prepares the state that the fits of a dataset share, such as sorted
/// columns. Failed fits are left out. Empty if all fits fail, or if `run.stop` asks to stop.
std::vector<ComplexitySpread> fit_times(const Learner& learner, const Prepared& prepared, const Dataset& data,
                                        const Plan& plan, const RunOptions& run);

/// Adds these times, for the learner and plan of each estimate, to the complexity_spread of the estimates,
/// whatever a store holds. `run` has the options with which the estimates were made. Throws InputError for an
/// estimator that is not a plan; cv, learning and random are plans.
void add_fit_times(std::vector<Estimate>& estimates, const Dataset& data, const RunOptions& run);

} // namespace unseen
