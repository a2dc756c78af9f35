// Estimators of the error against the truth, on many samples from a population, where the error of the model
// of all rows can be measured (METHODS F.3; Efron 1983, JASA 78:316; Kohavi 1995).
//
// Example:
//
//     const auto knn = make_learner(Spec::parse("knn:k=1"), ResponseType::classes);
//     const std::vector<const Learner*> learners = {knn.get()};
//     const StudyOptions options{.sizes = {20},
//                                .repetitions = 50,
//                                .fresh_rows = 1000,
//                                .job = {.estimators = {Spec("resubstitution"), Spec("loo")}}};
//     const auto study = study_estimators(make_population(Spec("gaussian")), learners, options);
//     const auto& resubstitution = study.estimators[0];
//     assert(resubstitution.mean.number() == 0.0); // a row is its own nearest neighbour
//     assert(std::abs(resubstitution.bias.number() + study.truths[0].mean.number()) < 1e-12);
#pragma once

#include "unseen/run/estimate.hpp"
#include "unseen/study/population.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// What to study.
struct StudyOptions {
    std::vector<std::uint64_t> sizes{}; ///< numbers of rows of a sample; each size is studied separately
    std::uint64_t repetitions = 1000;   ///< samples of each size, 1 or more; one shows values without spread
    std::uint64_t fresh_rows = 100000;  ///< rows on which the models of a sample are judged; for a finite
                                        ///< population at most the rows that are left
    /// A file that keeps the results of repetitions. Repetitions that it holds are not repeated, so an
    /// interrupted study continues, and a study with more repetitions or sizes only adds new ones. Other
    /// options, data or versions have separate repetitions in it. No file if empty.
    std::string kept_in{};
    /// The estimators (empty: studied_estimators()), measures, interval, level, and how to run: `run.seed`
    /// draws the samples, `run.threads` work on different ones. A store, bounds and unlabelled rows are not
    /// used here.
    EstimateOptions job{};
};

/// The true errors of the models of all rows of a sample: their mean is the error of the procedure at this
/// size.
struct StudiedTruth {
    std::uint64_t rows = 0; ///< of a sample
    std::string learner;
    std::string learner_name;
    std::string measure;
    std::uint64_t fresh_rows = 0;  ///< that judge each model
    std::uint64_t repetitions = 0; ///< with a figure
    Value mean = Value::none(reasons::no_rows);
    Value standard_deviation = Value::none(reasons::no_rows); ///< of the models' errors
    Value standard_error = Value::none(reasons::no_rows);     ///< of the mean
    std::optional<double> least{};                            ///< the figure of the best possible predictor
};

/// The quality of an estimator. V is the estimate and M the error of the model of all rows in a repetition; P
/// is the mean of all M, the error of the procedure.
struct StudiedEstimator {
    std::uint64_t rows = 0; ///< of a sample
    std::string learner;
    std::string learner_name;
    std::string estimator;
    std::string estimator_name;
    std::string measure;
    std::uint64_t repetitions = 0;                    ///< in which V and M exist; the others are left out
    Value mean = Value::none(reasons::no_rows);       ///< of V
    Value bias = Value::none(reasons::no_rows);       ///< the mean of V - M
    Value bias_error = Value::none(reasons::no_rows); ///< its standard error
    Value standard_deviation = Value::none(reasons::no_rows); ///< of V
    Value rmse_model = Value::none(reasons::no_rows);         ///< the root of the mean of (V - M)^2
    Value rmse_procedure = Value::none(reasons::no_rows);     ///< the root of the mean of (V - P)^2
    std::uint64_t intervals = 0;                              ///< repetitions with an interval
    std::string interval_method{};                            ///< empty: there is none
    const Reason* interval_reason = nullptr;              ///< the reason if a repetition had none, else null
    Value covered_model = Value::none(reasons::no_value); ///< the share of the intervals that hold M
    Value covered_procedure = Value::none(reasons::no_value); ///< the share that hold P
    Value length = Value::none(reasons::no_value);            ///< the mean length
    std::uint64_t fits = 0;                                   ///< that the estimate of a sample needs
    std::uint64_t failures = 0;                               ///< failed fits, of all repetitions
    double seconds =
        0.0; ///< the mean time of these fits and their predictions; not part of equality of results
    std::string refusal{}; ///< the reason if there is no figure, because the estimator refuses the measure
};

/// What study_estimators() found.
struct EstimatorStudy {
    std::vector<StudiedTruth> truths;         ///< by size, then learner and measure
    std::vector<StudiedEstimator> estimators; ///< by size, then learner, estimator and measure
    RunReport run;
};

/// The estimators that are studied if none are named, which are the classical ones.
std::vector<Spec> studied_estimators();

/// Draws samples, estimates the errors of the learners on each with all estimators, which share their fits,
/// and compares with the errors on fresh rows. Repetitions run in parallel; results do not depend on the
/// number of threads. Throws InputError, before any fit, for a size that the population, its classes or an
/// estimator's plan does not allow, and as estimate() does, and IoError or StoreError for the file of
/// repetitions. There are no figures if the run was stopped. Memory: 100 bytes per repetition, estimator and
/// measure, and fresh_rows rows per thread.
EstimatorStudy study_estimators(const Population& population, std::span<const Learner* const> learners,
                                const StudyOptions& options);

} // namespace unseen
