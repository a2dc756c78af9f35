// The main job in one call: learners x estimators x measures on one dataset.
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const auto majority = make_learner(Spec("majority"), ResponseType::classes);
//     const std::vector<const Learner*> learners = {majority.get()};
//     const auto report = estimate(
//         iris, learners, {.estimators = {Spec::parse("cv:folds=10")}, .measures = {Spec("error_rate")}});
//     assert(std::abs(report.estimates[0].value.number() - 2.0 / 3) < 1e-12); // three classes of 50 rows
#pragma once

#include "unseen/base/interval_choice.hpp"
#include "unseen/estimate/data_bound.hpp"
#include "unseen/estimate/estimate.hpp"
#include "unseen/estimate/estimator.hpp"
#include "unseen/run/run.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// The estimator that is used if none is named.
inline constexpr const char* default_estimator = "cv:folds=10,repeats=10";

/// What to estimate, and how.
struct EstimateOptions {
    std::vector<std::string> learner_names{}; ///< names of the learners in the results; empty: their specs
    std::vector<Spec> estimators{}; ///< empty: default_estimator, or none if there are plans or bounds
    std::vector<Plan> plans{}; ///< plans made elsewhere over this dataset, each judged on its test rows like
                               ///< an estimator of its spec
    std::vector<Spec> measures{}; ///< empty: default_measures()
    Level level{0.95};
    IntervalChoice interval{};  ///< by default the best for each estimator and measure
    std::vector<Spec> bounds{}; ///< bounds on the true error: specs of data_bound_infos()
    std::optional<Delta>
        delta{}; ///< the probability with which each side of a bound may fail; unset: 1 - level
    /// The unlabelled rows that bounds may use, ascending; they must come from the population of the labelled
    /// ones.
    std::vector<Row> unlabelled{};
    bool per_split =
        true; ///< estimates list the figures of the splits; false: memory does not grow with the splits
    bool training_error =
        false; ///< judge each split's model on its training rows as well, so that its optimism shows
    /// Also compute the figure of each measure's baseline (Estimate::baseline). It takes fits of learners
    /// without features, which neither the store nor the report counts.
    bool baselines = true;
    /// Keep predictions for the report to describe (EstimateReport::described).
    bool describe_predictions = false;
    std::string impute = "auto"; ///< how learners that cannot take missing cells get them (FilledLearners)
    /// Tests of pairs of learners that are given only by name (compare::ResultsOptions::tests).
    std::vector<std::string> tests{};
    RunOptions run{};
};

/// The positive class of a run, with its share of the labelled rows (of their weights).
struct UsedPositive {
    std::string label;
    double share = 0.0;
    PositiveBy by = PositiveBy::name;
    std::string other; ///< the other class
};

/// The positive class, if there are two classes and a measure or a learner depends on which one it is.
std::optional<UsedPositive> used_positive(const Dataset& data, std::span<const Measure> measures,
                                          std::span<const Learner* const> learners);

/// Warns of a class that neither the user nor its name made the positive one.
void warn_of_guess(std::vector<Warning>& warnings, const std::optional<UsedPositive>& positive);

/// Predictions of one learner for rows that its models were not trained on.
struct DescribedPredictions {
    std::string learner_name;
    std::string estimator;
    std::uint64_t one_in = 1; ///< one row in this many was kept, by its number in the dataset
    std::shared_ptr<const TestedRows> rows{};
};

/// What estimate() found.
struct EstimateReport {
    std::vector<Estimate>
        estimates; ///< sorted by learner, then estimator and measure, then bound, in the order of the options
    std::vector<Warning> warnings; ///< about the dataset and the plans
    RunReport run;
    std::optional<UsedPositive> positive{}; ///< if a figure depends on it
    /// With EstimateOptions::describe_predictions: those of each learner whose fits did not all fail, in the
    /// first repeat of the first estimator that tests each row at most once a repeat. All learners together
    /// keep no more than most_described_cells labels, scores and numbers: of larger data a part of the rows.
    std::vector<DescribedPredictions> described{};
};

inline constexpr double most_described_cells = 4e6;

/// The plans that estimate() would run, in its order; no fit is done. Throws InputError as estimate() does.
std::vector<RunRequest> estimate_requests(const Dataset& data, const EstimateOptions& options);

/// Estimates the error of every learner with every estimator, and bounds it. Estimators and bounds share
/// fits. The report has no estimates if the run was stopped or is one of several shards. If an estimator
/// cannot judge by a measure, or a bound does not hold for these rows, only that combination is left out: its
/// estimate has the reason `not_for_estimator` and a warning. If nothing else is asked for, that is an
/// InputError. Throws InputError, before any fit, for a spec that is unknown or does not suit the dataset.
EstimateReport estimate(const Dataset& data, std::span<const Learner* const> learners,
                        const EstimateOptions& options);

/// The estimators, with their own keys and the keys of their plans.
std::span<const SpecInfo> estimator_specs();

/// The spec of an estimator with every default of the estimator and of its plan written out. Throws
/// InputError for an unknown name or key.
Spec resolve_estimator(const Spec& spec, ResponseType response);

/// The same for a bound. Throws InputError also for a numeric response, because bounds are about an error
/// rate.
Spec resolve_bound(const Spec& spec, ResponseType response);

} // namespace unseen
