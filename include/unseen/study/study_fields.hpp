// The table of the options of studies, for all fronts.
//
// Example:
//
//     const StudyOptions options{.kept_in = "study.kept"};
//     assert(given_fields(options).front().info->option() == "--keep");
#pragma once

#include "unseen/run/run_fields.hpp"
#include "unseen/study/estimators.hpp"

namespace unseen {

template <>
inline constexpr auto field_table<StudyOptions> = std::tuple{
    Field{&StudyOptions::sizes,
          {.name = "sizes", .help = "numbers of rows of a sample (default: 100)", .range = {1, 1e8}}},
    Field{&StudyOptions::repetitions, {.name = "repetitions", .help = "samples of each size"}},
    Field{&StudyOptions::fresh_rows,
          {.name = "fresh_rows",
           .help = "rows on which the model of each sample is judged; of a file, as many as there are beside "
                   "the sample"}},
    Field{&StudyOptions::kept_in,
          {.name = "kept_in",
           .kind = FieldKind::file,
           .help =
               "keep what the repetitions find in this file, and take from it those that it holds, so that "
               "a study that was interrupted goes on",
           .word = "keep"}},
    Inner{&StudyOptions::job},
};
static_assert(describes_all_fields<StudyOptions>());

} // namespace unseen
