// Comparison of models whose predictions were read from files and matched row by row.
//
// Example:
//
//     const std::vector<Table> files{parse_table("truth,predicted\na,a\nb,b\n", "one.csv"),
//                                    parse_table("truth,predicted\na,b\nb,a\n", "two.csv")};
//     const auto matched = match_models(files, {"one", "two"}, {});
//     const std::vector<Spec> measures{Spec("accuracy")};
//     const auto answer = compare_matched(matched, measures, {}, {});
//     assert(answer.models[0].measures[0].value.number() == 1.0 &&
//            answer.models[1].measures[0].value.number() == 0.0);
//     assert(compare::primary(answer).difference.number() == 1.0);
#pragma once

#include "unseen/base/spec.hpp"
#include "unseen/compare/models.hpp"
#include "unseen/roles/matched_models.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace unseen {

/// What the tables do not say about the rows.
struct MatchedDesign {
    std::optional<std::uint64_t>
        train_rows{};          ///< training rows of each split, if they are not the rows of all other splits
    bool time_ordered = false; ///< set it for forecasts: the rows are in the order of time, without gaps
    std::uint64_t horizon = 1; ///< number of steps ahead that was forecast
};

/// Compares the models by compare::compare_models(). `measures` replaces how.measures. The figures of each
/// model have the intervals of score(), unless the rows are ordered by time or `train_rows` is given. The
/// answer's warnings begin with those of the matching. Throws InputError as compare_models() does, and for an
/// unknown measure.
compare::Answer compare_matched(const MatchedModels& matched, std::span<const Spec> measures,
                                const MatchedDesign& design, compare::ModelsOptions how);

} // namespace unseen
