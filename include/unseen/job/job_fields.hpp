// The table of the options of jobs, for all fronts.
//
// Example:
//
//     const TuningGrid grid{.learners = {Spec("knn")}, .keys = "k=1..9"};
//     assert(given_fields(grid).back().info->option() == "--grid");
#pragma once

#include "unseen/job/curve_jobs.hpp"
#include "unseen/job/importance_job.hpp"
#include "unseen/job/tune_job.hpp"
#include "unseen/run/run_fields.hpp"

namespace unseen {

inline constexpr SpecFamily learner_family{learner_infos, [](const Spec& spec) { resolve_learner(spec); }};

namespace detail {
/// Keys of learners to tune may be ranges, so that only the names are checked.
inline constexpr SpecFamily tuned_family{
    learner_infos, [](const Spec& spec) { find_info(learner_infos(), spec.name(), "learner"); }};
inline constexpr SpecFamily plan_family{plan_infos,
                                        [](const Spec& spec) { resolve(spec, plan_infos(), "resampling"); }};
inline constexpr FieldInfo store{
    .name = "store", .kind = FieldKind::file, .help = "keep the fits in this file, and reuse the fits in it"};
} // namespace detail

template <>
inline constexpr auto field_table<EstimateJob> = std::tuple{
    Field{&EstimateJob::store, detail::store},
    Field{&EstimateJob::requirements,
          {.name = "require",
           .help = "a requirement on the figure of the one learner by the first estimator, such as "
                   "'accuracy >= 0.8': is it shown to be met?",
           .commands = {"estimate"}}},
    Field{&EstimateJob::require_level,
          {.name = require_level_field.name, .help = require_level_field.help, .commands = {"estimate"}}},
    Field{&EstimateJob::show_pairs,
          {.name = "compare",
           .help = "show the differences of all pairs of learners, with intervals and adjusted p-values; CSV "
                   "has these alone",
           .commands = {"estimate"}}},
    Inner{&EstimateJob::data, &EstimateJob::learners, &EstimateJob::horizons, &EstimateJob::options,
          &EstimateJob::plans, &EstimateJob::show_cells},
};
static_assert(describes_all_fields<EstimateJob>());

template <>
inline constexpr auto field_table<TuningGrid> = std::tuple{
    Field{&TuningGrid::learners,
          {.name = "learners",
           .help =
               "a learner, whose keys may be ranges and lists (tree:max_depth=1..5), to choose among several",
           .family = &detail::tuned_family,
           .word = "learner"}},
    Field{&TuningGrid::keys,
          {.name = "keys",
           .help = "keys of the one learner with ranges and lists: k=1..30,weights=uniform|distance",
           .word = "grid"}},
    Field{&TuningGrid::inner,
          {.name = "inner",
           .help = "the splits on which the points are judged (default: cv:folds=5)",
           .family = &detail::plan_family}},
    Field{&TuningGrid::measure,
          {.name = "measure",
           .help = "the measure to choose by, and to judge by (default: error_rate for classes, rmse for "
                   "numbers)",
           .family = &measure_family}},
    Field{&TuningGrid::rule,
          {.name = "rule",
           .help = "the best point, or the first within one standard error of it (default: best)",
           .choices = "best|one-se"}},
    Field{&TuningGrid::race,
          {.name = "race",
           .help =
               "in the nested fits points leave before they were tried on all inner splits: the worse half "
               "after 1, 2, 4 ... of them, or what is worse than the best by a paired t-test",
           .choices = "halving|paired"}},
    Field{&TuningGrid::tries, {.name = "tries", .help = "try N random grid points instead of all"}},
};
static_assert(describes_all_fields<TuningGrid>());

template <>
inline constexpr auto field_table<TuneJob> = std::tuple{
    Field{&TuneJob::requirements,
          {.name = "require",
           .help =
               "a requirement on the nested figure of the learner that chooses, such as 'accuracy >= 0.8': "
               "is it shown to be met?"}},
    Field{&TuneJob::require_level, require_level_field},
    Field{&TuneJob::flat_only,
          {.name = "flat_only", .help = "leave out the nested estimate, which takes most of the time"}},
    Field{&TuneJob::store, detail::store},
    Inner{&TuneJob::data, &TuneJob::grid, &TuneJob::options},
};
static_assert(describes_all_fields<TuneJob>());

template <>
inline constexpr auto field_table<LearningCurveJob> = std::tuple{
    Field{&LearningCurveJob::folds,
          {.name = "folds",
           .help = "the folds: cv with its keys",
           .family = &estimator_family,
           .word = "estimator"}},
    Field{&LearningCurveJob::sizes,
          {.name = "sizes",
           .help = "numbers of training rows (default: eight, evenly on a logarithmic scale, up to the "
                   "smallest training set)",
           .range = {1, 4e9}}},
    Field{&LearningCurveJob::times,
          {.name = "times",
           .help = "measure how long training and prediction take: those of the first repeat are done again, "
                   "one by one; times differ from run to run"}},
    Inner{&LearningCurveJob::points},
};
static_assert(describes_all_fields<LearningCurveJob>());

template <>
inline constexpr auto field_table<NoiseCurveJob> = std::tuple{
    Field{&NoiseCurveJob::splits,
          {.name = "splits", .help = "the splits", .family = &estimator_family, .word = "estimator"}},
    Field{&NoiseCurveJob::shares,
          {.name = "shares",
           .help = "shares of noise, from 0 to 1 (default: 0,0.05,0.1,0.2,0.3,0.4)",
           .range = {0, 1}}},
    Field{&NoiseCurveJob::kind,
          {.name = "kind",
           .help = "class: rows get another class; attribute: cells get the value of another training row "
                   "(default: class, and attribute where the target holds numbers)",
           .choices = "class|attribute"}},
    Field{&NoiseCurveJob::by,
          {.name = "by",
           .help = "class noise: all other classes equally often, or as often as the training rows have them "
                   "(default: uniform)",
           .choices = "uniform|frequency"}},
    Field{&NoiseCurveJob::where,
          {.name = "where",
           .help = "attribute noise: in training rows, test rows or both (default: train); class noise is in "
                   "training rows",
           .choices = "train|test|both"}},
    Inner{&NoiseCurveJob::points},
};
static_assert(describes_all_fields<NoiseCurveJob>());

template <>
inline constexpr auto field_table<ImportanceJob> = std::tuple{
    Field{&ImportanceJob::features,
          {.name = "features",
           .help = "a feature, or several that are permuted together, as A+B (default: each by itself)",
           .word = "feature"}},
    Field{
        &ImportanceJob::estimator,
        {.name = "estimator",
         .help = "the splits; each repeat draws other rows' cells once more (default: cv:folds=10,repeats=5)",
         .family = &estimator_family}},
    Field{&ImportanceJob::measure,
          {.name = "measure",
           .help = "the measure that becomes worse (default: error_rate for classes, rmse for numbers)",
           .family = &measure_family}},
    Inner{&ImportanceJob::data, &ImportanceJob::learner, &ImportanceJob::options, &ImportanceJob::permuted},
};
static_assert(describes_all_fields<ImportanceJob>());

} // namespace unseen
