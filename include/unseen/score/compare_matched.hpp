// Comparison of models whose predictions were read from files and matched row by row.
//
// Example:
//
//     const std::vector<Table> files{parse_table("truth,predicted\na,a\nb,b\n", "one.csv"),
//                                    parse_table("truth,predicted\na,b\nb,a\n", "two.csv")};
//     const auto matched = match_models(files, {"one", "two"}, {});
//     const std::vector<Spec> measures{Spec("accuracy")};
//     const auto answer = compare_matched(matched, measures, {});
//     assert(answer.models[0].measures[0].value.number() == 1.0 &&
//            answer.models[1].measures[0].value.number() == 0.0);
//     assert(compare::primary(answer).difference.number() == 1.0);
//     assert(compares_models("one better than two in accuracy") && !compares_models("accuracy >= 0.9"));
#pragma once

#include "unseen/base/spec.hpp"
#include "unseen/compare/models.hpp"
#include "unseen/roles/matched_models.hpp"

#include <span>
#include <string_view>

namespace unseen {

/// Compares the models by compare::compare_models(). `measures` replaces how.measures. The figures of each
/// model, and their intervals, are those that score() has for this model alone; rows in the order of time
/// depend on each other and have no intervals. The answer's warnings begin with those of the matching. Throws
/// InputError as compare_models() does, and for an unknown measure.
compare::Answer compare_matched(const MatchedModels& matched, std::span<const Spec> measures,
                                compare::ModelsOptions how);

/// True if a requirement compares two models, as "A not worse than B by 0.02 in accuracy" and "A better than
/// B in accuracy" do, which compare_matched() judges; false for one on a figure, which score() judges.
bool compares_models(std::string_view requirement);

} // namespace unseen
