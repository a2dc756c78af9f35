// Private: items of which a judge says something, and of which a few have a human value or label.
#pragma once

#include "roles/columns.hpp"

namespace unseen {

/// Throws InputError if `roles` names what only a judge needs and no judge, or what does not go with one.
void refuse_other_roles_of_judge(const ScoreRoles& roles);

/// Throws InputError for a range with an open end.
void require_two_ends(const ValueScale& scale);

/// The rows with a human value in `column`. Throws InputError if no row has one, and for a row of which the
/// judge, or the predictions, say nothing, unless they are left out.
KeptRows rows_with_human_value(const JoinedTables& joined, const Column& column, const FoundRoles& found,
                               const ScoreRoles& roles, std::vector<Warning>& warnings);

/// Fills in what the judge says of the kept rows, which have human values, and of the others.
void take_judge(ScoredRows& rows, const JoinedTables& joined, const FoundRoles& found, const KeptRows& kept,
                const ScoreRoles& roles);

/// Makes rows with the values 0 and 1. With predicted labels, 1 where the label is the human one, and the
/// judge says whether it is the judge's; else 1 where the human label is the positive one. True and False, in
/// any case, are 1 and 0. Throws InputError for labels that the columns do not share, and for other than two
/// human labels without a positive one.
ScoredRows make_judged_labels(JoinedTables& joined, const FoundRoles& found, const ScoreRoles& roles);

} // namespace unseen
