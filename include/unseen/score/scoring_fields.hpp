// The table of the options of judging predictions made elsewhere, for all fronts.
//
// Example:
//
//     const ScoreOptions options{.per_class = true};
//     assert(given_fields(options).front().info->option() == "--per-class");
#pragma once

#include "unseen/measure/measure_family.hpp"
#include "unseen/score/score.hpp"

namespace unseen {

template <>
inline constexpr auto field_table<ScoreOptions> = std::tuple{
    Field{&ScoreOptions::measures,
          {.name = "measures",
           .help = "a measure (default: the usual ones, in JSON and CSV all that apply)",
           .family = &measure_family,
           .word = "measure"}},
    Field{&ScoreOptions::per_class,
          {.name = "per_class",
           .help = "precision, recall and f1 of each class, with their averages, and its number of rows "
                   "(support)"}},
    Field{&ScoreOptions::interval,
          {.name = "interval", .help = "the method of the intervals for which it is valid, or auto"}},
    Field{&ScoreOptions::level, level_field},
    Field{&ScoreOptions::candidates,
          {.name = "candidates",
           .help = "the number of models from which this one was chosen by its figures on these rows; with "
                   "more than one, also show an interval that allows for the choice"}},
    Field{&ScoreOptions::requirements,
          {.name = "require",
           .help = "a requirement on a figure, such as 'accuracy >= 0.9': is it shown to be met?"}},
    Field{&ScoreOptions::require_level, require_level_field},
    Field{&ScoreOptions::width,
          {.name = "width",
           .help = "with `judged`, a width of the interval: how many human labels give it (default: half of "
                   "the present width)"}},
    Field{&ScoreOptions::looks, looks_field},
    Field{&ScoreOptions::look, look_field},
    Field{&ScoreOptions::seed, seed_field},
    Field{&ScoreOptions::samples,
          {.name = "samples", .help = "number of bootstrap samples", .range = {100, 1e7}}},
    Field{&ScoreOptions::threads, threads_field},
    Inner{&ScoreOptions::main_only, &ScoreOptions::threshold_rule, &ScoreOptions::zero_division},
};
static_assert(describes_all_fields<ScoreOptions>());

} // namespace unseen
