// The main job in one call: learners x estimators x measures on one dataset.
#pragma once

#include "unseen/estimate/estimate.hpp"
#include "unseen/estimate/estimator.hpp"
#include "unseen/run/run.hpp"

#include <span>
#include <string>
#include <vector>

namespace unseen {

/// What to estimate, and how.
struct EstimateOptions {
    std::vector<Spec> estimators{}; ///< empty: cv:folds=10,repeats=10
    std::vector<Spec> measures{};   ///< empty: default_measures()
    Level level{0.95};
    std::string interval = "auto"; ///< a method's name, or auto
    RunOptions run{};
};

struct EstimateReport {
    std::vector<Estimate> estimates; ///< learner by learner, estimator by estimator, measure by measure
    std::vector<Warning> warnings;   ///< of the dataset and the plans
    RunReport run;
};

/// The plans that estimate() would run, in its order, without a fit. Throws InputError where estimate() would.
std::vector<RunRequest> estimate_requests(const Dataset& data, const EstimateOptions& options);

/// Estimates the error of every learner by every estimator. Fits are shared between estimators. If the run was stopped, or is
/// one of several shards, the estimates are left out. Throws InputError, before any fit, for a spec that is unknown or does not suit the dataset.
EstimateReport estimate(const Dataset& data, std::span<const Learner* const> learners, const EstimateOptions& options);

/// The spec with every default of estimator and plan written out. Throws InputError for an unknown name or key.
Spec resolve_estimator(const Spec& spec, ResponseType response);

} // namespace unseen
