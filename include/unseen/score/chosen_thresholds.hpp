// Labels for given scores, by a threshold that is chosen on other rows, so that figures of these labels are
// held out from the choice.
//
// Example:
//
//     const std::vector<Table> files{
//         parse_table("truth,p,fold\n1,.9,a\n0,.2,a\n1,.8,b\n0,.3,b\n", "scores.csv")};
//     auto rows = make_scored_rows(files, {.split = "fold", .labels_by_rule = true});
//     const ChosenThresholds thresholds = label_by_rule(rows, Spec("youden"), 1);
//     assert(thresholds.on_all_rows == 0.8 && thresholds.of_parts == (std::vector<double>{0.8, 0.9}));
//     assert(rows.predicted.label == (std::vector<std::uint32_t>{1, 0, 0, 0})); // by 0.9, from fold a
#pragma once

#include "unseen/base/spec.hpp"
#include "unseen/roles/scored_rows.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// The rules by which a threshold is chosen: `youden`, `cost`, `recall` and `precision`, with their keys
/// (METHODS F.7).
std::span<const SpecInfo> threshold_rules();

/// The rule with all its keys. Throws InputError for an unknown rule or key.
Spec resolve_threshold_rule(const Spec& rule);

/// The thresholds that label_by_rule() chose.
struct ChosenThresholds {
    Spec rule;
    double on_all_rows = 0.0; ///< the threshold of all rows together: the one to use from now on
    std::vector<double>
        of_parts{}; ///< the threshold of each part of the rows, chosen without it, by which it is labelled
    bool dealt = false; ///< parts are not the folds, which are unknown, but were dealt
};

/// Labels each row by a threshold that `rule` chooses on other rows: the other folds of its repeat or,
/// without folds, the other nine of ten parts. The rows of each class, or whole clusters, are dealt into
/// these parts by `seed`, whatever the order of the rows. A row is labelled as the positive class if its
/// score is at least the threshold. Adds a note, the warning `cuts_as_given`, and `no_cut` if no threshold
/// reaches the required precision. Throws InputError unless the rows have scores of two classes, and if the
/// other rows of a part lack a class that the rule needs. O(parts x rows).
ChosenThresholds label_by_rule(ScoredRows& rows, const Spec& rule, std::uint64_t seed,
                               std::size_t threads = 1);

} // namespace unseen
