// The table of the options of estimates and of tuning, for all fronts and files.
//
// Example:
//
//     const EstimateOptions options{.measures = {Spec("mae")}};
//     assert(given_fields(options).front().info->option() == "--measure");
#pragma once

#include "unseen/base/field.hpp"
#include "unseen/estimate/data_bound.hpp"
#include "unseen/learn/missing_cells.hpp"
#include "unseen/measure/measure_family.hpp"
#include "unseen/run/tune.hpp"

namespace unseen {

inline constexpr SpecFamily estimator_family{
    estimator_infos, [](const Spec& spec) { resolve_estimator(spec, ResponseType::classes); }};
inline constexpr SpecFamily bound_family{
    data_bound_infos, [](const Spec& spec) { resolve(spec, data_bound_infos(), "bound"); }};

template <>
inline constexpr auto field_table<RunOptions> = std::tuple{
    Field{&RunOptions::seed, seed_field},
    Field{&RunOptions::threads, threads_field},
    Inner{&RunOptions::window_bytes, &RunOptions::seconds_per_fit, &RunOptions::budget, &RunOptions::stop,
          &RunOptions::progress, &RunOptions::store, &RunOptions::data_name, &RunOptions::learner_names,
          &RunOptions::stored_only, &RunOptions::shard},
};
static_assert(describes_all_fields<RunOptions>());

namespace detail {
inline constexpr FieldInfo bounds{.name = "bounds",
                                  .help = "a bound on the true error",
                                  .family = &bound_family,
                                  .word = "bound",
                                  .commands = {"estimate", "tune", "run"}};
inline constexpr FieldInfo delta{.name = "delta",
                                 .help =
                                     "the probability with which each side of a bound may fail (1 - level)",
                                 .commands = {"estimate", "tune", "run"}};
} // namespace detail

template <>
inline constexpr auto field_table<EstimateOptions> = std::tuple{
    Field{&EstimateOptions::estimators,
          {.name = "estimators",
           .help = "an estimator (default: cv:folds=10,repeats=10, unless a bound is named)",
           .family = &estimator_family,
           .word = "estimator",
           .commands = {"estimate", "study estimators", "fit", "run"},
           .remarks = {FieldRemark{.command = "fit",
                                   .help = "estimate the error of the model of all rows, and keep the figure "
                                           "in the file"}}}},
    Field{&EstimateOptions::measures,
          {.name = "measures",
           .help = "a measure (default: error_rate for classes, rmse and mae for numbers)",
           .family = &measure_family,
           .word = "measure",
           .commands = {"estimate", "study estimators", "fit", "run", "curve"}}},
    Field{&EstimateOptions::interval,
          {.name = "interval",
           .help = "the method of the intervals, or auto",
           .commands = {"estimate", "study estimators", "run"}}},
    Field{&EstimateOptions::training_error,
          {.name = "training_error",
           .help = "judge each split's model on its training rows as well, so that the optimism shows",
           .commands = {"estimate", "run"}}},
    Field{&EstimateOptions::describe_predictions,
          {.name = "describe_predictions",
           .help = "add to JSON what a page shows of each learner's predictions: confusion matrix, ROC and "
                   "calibration curves, residuals, and where it errs by the features' values",
           .commands = {"estimate"}}},
    Field{&EstimateOptions::bounds, detail::bounds},
    Field{&EstimateOptions::delta, detail::delta},
    Field{&EstimateOptions::impute, impute_field},
    Field{&EstimateOptions::level, level_field},
    Field{&EstimateOptions::tests,
          {.name = "tests",
           .help =
               "further tests of two learners by cross-validation, which are given only by name and reject "
               "too often: cv_pooled, corrected_t, cv5x2_f, bayes_correlated_t",
           .commands = {"estimate"}}},
    Inner{&EstimateOptions::learner_names, &EstimateOptions::plans, &EstimateOptions::unlabelled,
          &EstimateOptions::per_split, &EstimateOptions::baselines, &EstimateOptions::run},
};
static_assert(describes_all_fields<EstimateOptions>());

template <>
inline constexpr auto field_table<TuneOptions> = std::tuple{
    Field{&TuneOptions::nested,
          {.name = "nested",
           .help = "the estimator of the honest figure; each of its fits chooses again (default: "
                   "cv:folds=10,repeats=5)",
           .family = &estimator_family,
           .word = "estimator"}},
    Field{&TuneOptions::bounds, detail::bounds},
    Field{&TuneOptions::delta, detail::delta},
    Field{&TuneOptions::impute, impute_field},
    Field{&TuneOptions::level, level_field},
    Inner{&TuneOptions::unlabelled, &TuneOptions::samples, &TuneOptions::run},
};
static_assert(describes_all_fields<TuneOptions>());

} // namespace unseen
