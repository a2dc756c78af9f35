// The table of the options of comparisons, for all fronts.
//
// Example:
//
//     const compare::ModelsOptions options{.margin = 0.02};
//     assert(given_fields(options).front().info->option() == "--margin");
#pragma once

#include "unseen/base/field.hpp"
#include "unseen/compare/models.hpp"
#include "unseen/compare/results.hpp"
#include "unseen/compare/splits.hpp"

namespace unseen {

namespace detail {
inline constexpr FieldInfo rope{.name = "rope",
                                .help = "half the width of the region of practical equivalence"};
} // namespace detail

template <>
inline constexpr auto field_table<compare::ModelsOptions> = std::tuple{
    Field{&compare::ModelsOptions::level, level_field},
    Field{&compare::ModelsOptions::margin,
          {.name = "margin", .help = "half the width within which two models count as equivalent"}},
    Field{&compare::ModelsOptions::seed, seed_field},
    Field{&compare::ModelsOptions::samples,
          {.name = "samples", .help = "number of bootstrap samples", .range = {1, 1e9}}},
    Field{&compare::ModelsOptions::permutations,
          {.name = "permutations",
           .help = "number of random permutations, if there are too many for all",
           .range = {1, 1e9}}},
    Field{&compare::ModelsOptions::threads, threads_field},
    Field{&compare::ModelsOptions::tests,
          {.name = "tests", .help = "further tests, which are shown only by name: bootstrap"}},
    Field{&compare::ModelsOptions::requirements,
          {.name = "require",
           .help = "a requirement, such as 'A not worse than B by 0.02 in accuracy' or 'A better than B in "
                   "accuracy': is it shown to be met?"}},
    Field{&compare::ModelsOptions::require_level, require_level_field},
    Field{&compare::ModelsOptions::looks, looks_field},
    Field{&compare::ModelsOptions::look, look_field},
    Inner{&compare::ModelsOptions::measures, &compare::ModelsOptions::names},
};
static_assert(describes_all_fields<compare::ModelsOptions>());

template <>
inline constexpr auto field_table<compare::ResultsOptions> = std::tuple{
    Field{&compare::ResultsOptions::control,
          {.name = "control", .help = "the learner to compare the others with"}},
    Field{&compare::ResultsOptions::rope, detail::rope},
    Field{&compare::ResultsOptions::level, level_field},
    Field{&compare::ResultsOptions::seed, seed_field},
    Field{&compare::ResultsOptions::tests,
          {.name = "tests",
           .help = "further tests, which are shown only by name: with more than twelve learners bayes_sign "
                   "and bayes_signed_rank"}},
    Inner{&compare::ResultsOptions::measure, &compare::ResultsOptions::posterior_draws},
};
static_assert(describes_all_fields<compare::ResultsOptions>());

template <>
inline constexpr auto field_table<compare::SplitDesign> = std::tuple{
    Field{&compare::SplitDesign::train_rows,
          {.name = "train_rows",
           .help = "number of training rows of a split, for the corrected t",
           .range = {1}}},
    Field{&compare::SplitDesign::test_rows,
          {.name = "test_rows", .help = "number of test rows of a split, for the corrected t", .range = {1}}},
    Field{&compare::SplitDesign::repeats,
          {.name = "repeats", .help = "number of repeats of the cross-validation"}},
    Field{&compare::SplitDesign::rope, detail::rope},
};
static_assert(describes_all_fields<compare::SplitDesign>());

} // namespace unseen
