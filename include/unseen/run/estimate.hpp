// The main job in one call: learners x estimators x measures on one dataset.
#pragma once

#include "unseen/estimate/data_bound.hpp"
#include "unseen/estimate/estimate.hpp"
#include "unseen/estimate/estimator.hpp"
#include "unseen/run/run.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// What to estimate, and how.
struct EstimateOptions {
    std::vector<Spec> estimators{}; ///< empty: cv:folds=10,repeats=10, unless there are bounds
    std::vector<Spec> measures{};   ///< empty: default_measures()
    Level level{0.95};
    std::string interval = "auto"; ///< a method's name, or auto
    std::vector<Spec> bounds{};    ///< bounds on the true error, from the table of data bounds
    std::optional<Delta> delta{};  ///< the probability with which each side of a bound may fail; nothing: 1 - level
    std::vector<Row> unlabelled{}; ///< the unlabelled rows that bounds may use, ascending; drawn as the labelled ones are
    bool per_split = true; ///< whether estimates list the splits' figures; without them memory does not grow with the splits
    RunOptions run{};
};

struct EstimateReport {
    std::vector<Estimate> estimates; ///< learner by learner: estimator by estimator, measure by measure, then bound by bound
    std::vector<Warning> warnings;   ///< of the dataset and the plans
    RunReport run;
};

/// The plans that estimate() would run, in its order, without a fit. Throws InputError where estimate() would.
std::vector<RunRequest> estimate_requests(const Dataset& data, const EstimateOptions& options);

/// Estimates the error of every learner by every estimator, and bounds it. Fits are shared between estimators and bounds. If the run was
/// stopped, or is one of several shards, the estimates are left out. Throws InputError, before any fit, for a spec that is unknown or does
/// not suit the dataset.
EstimateReport estimate(const Dataset& data, std::span<const Learner* const> learners, const EstimateOptions& options);

/// The spec with every default of estimator and plan written out. Throws InputError for an unknown name or key.
Spec resolve_estimator(const Spec& spec, ResponseType response);

/// The same of a bound. Throws InputError also for a response of numbers: what is bounded is an error rate.
Spec resolve_bound(const Spec& spec, ResponseType response);

} // namespace unseen
