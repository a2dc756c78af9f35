// Tuning, seen from outside: the figures of all points of a grid on splits of all rows, the point that they
// choose, the optimism of its figure, and the honest figure.
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const Spec tuned = tuned_learner({Spec("knn")}, Spec::parse("grid:k=1..9:2,inner=(cv:folds=3)"));
//     const auto report = tune(iris, tuned, {.nested = Spec::parse("cv:folds=5")});
//     assert(report.tuning.points.size() == 5 && report.figures.mean(*report.best));
//     assert(report.nested.front().selection->chosen.front().second <= 5); // in how many of the five folds
#pragma once

#include "unseen/learn/tuning.hpp"
#include "unseen/run/bias_corrected.hpp"
#include "unseen/run/estimate.hpp"

#include <optional>
#include <string>
#include <vector>

namespace unseen {

/// What to compute.
struct TuneOptions {
    std::optional<Spec>
        nested{}; ///< the estimator of the honest figure, in which each fit tunes again; none: it is left out
    std::vector<Spec> bounds{}; ///< bounds on the true error of the point that is chosen, which allow for the
                                ///< choice among all points
    std::optional<Delta>
        delta{}; ///< the probability with which each side of a bound may fail; unset: 1 - level
    std::vector<Row> unlabelled{}; ///< the unlabelled rows that bounds may use, as of EstimateOptions
    Level level{0.95};
    std::uint64_t samples = 1000; ///< of the bias-corrected figure
    std::string impute = "auto";  ///< how learners that cannot take missing cells get them (FilledLearners)
    RunOptions run{};
};

/// What tune() found.
struct TuningReport {
    Tuning tuning;
    TuningFigures figures;                 ///< of the points, on the splits of all rows
    std::vector<std::uint64_t> failures{}; ///< failed fits of each point
    std::optional<std::size_t>
        best{}; ///< the point with the best figure; as the best of many, that figure is too good
    std::optional<std::size_t> within_one_error{}; ///< the first within one standard error of it
    std::optional<BiasCorrected> corrected{};      ///< the figure of the choice on rows that took no part in
                                                   ///< it
    std::vector<Estimate> nested{};                ///< one estimate, if requested
    std::vector<Estimate> bounds{};  ///< of the chosen point, in the order of the options; empty without one
    std::vector<Warning> warnings{}; ///< about the dataset and the plans
    RunReport run{};                 ///< of all fits
    std::optional<UsedPositive> positive{}; ///< if the measure or a learner depends on it

    /// The point that the learner's rule chooses; none if no point has a figure.
    std::optional<std::size_t> chosen() const { return tuning.within_one_error ? within_one_error : best; }
};

/// Fits every point of the learner's grid on the splits of its inner plan over all labelled rows, and
/// estimates the error of the learner that tunes. The points are plain learners, whose fits are shared,
/// stored and resumed. The plan over all rows is drawn by the run's seed, the inner plan of a fit by the
/// fit's seed. There is no bias-corrected figure for measures that are not means of row values, with weights,
/// for plans that do not test each row once per repeat, after failed fits, or for more than 5e7 losses. A
/// bound takes the number of points as its key `candidates`, unless it names more, so the bounds of all
/// points hold together (Occam's razor, Langford 2005). Throws InputError, before any fit, as estimate() and
/// tuning_of() do. The report has no figures if the run was stopped.
TuningReport tune(const Dataset& data, const Spec& tuned, const TuneOptions& options);

} // namespace unseen
