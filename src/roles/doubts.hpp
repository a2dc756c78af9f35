// Private: warnings that the columns of scored rows are most likely not what they are taken for.
#pragma once

#include "unseen/roles/scored_rows.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// The source of scored rows and the names of their columns; empty: there is none.
struct RoleNames {
    std::string source;
    std::string truth;
    std::string predicted;
    std::string score;
};

/// Throws InputError if no predicted label ever occurs in the truth, although the truth has several.
void require_common_label(const ScoredRows& rows, const RoleNames& names);

/// Warns if rows that are labelled positive have clearly smaller scores than the others: then the labels or
/// the scores are those of the other class. Clearly: the correlation of score and label is below -0.3.
void warn_of_labels_against_scores(ScoredRows& rows, const RoleNames& names);

/// Warns if the true or predicted labels differ in nearly every row.
void warn_of_labels_like_ids(ScoredRows& rows, const RoleNames& names);

/// Warns if scores look like percentages.
void warn_of_percentages(ScoredRows& rows, const RoleNames& names);

/// Warns if the threshold gave all rows one label.
void warn_of_threshold(ScoredRows& rows, double threshold);

/// Warns if predicted whole numbers lie outside the ordered classes, whose numbers ascend.
void warn_of_classes_outside(ScoredRows& rows, std::span<const double> predicted,
                             std::span<const double> classes, const RoleNames& names);

/// Warns if whole numbers that are predicted for classes agree with the truth far more often with 1 added or
/// taken away. `predicted`: a number for each row.
void warn_of_shifted_labels(ScoredRows& rows, std::span<const double> predicted, const RoleNames& names);

/// Warns if all predictions are right, in 20 rows or more.
void warn_of_no_error(ScoredRows& rows);

/// Warns if rows of some classes have their largest scores, relative to all rows, in columns of other
/// classes.
void warn_of_permuted_scores(ScoredRows& rows);

/// Warns if most rows of some classes have the label of another one, class by class, as where names were
/// exchanged.
void warn_of_permuted_labels(ScoredRows& rows, const RoleNames& names);

/// Warns if predicted numbers follow the truth, or its opposite, and yet are worse than its mean.
void warn_of_another_scale(ScoredRows& rows, const RoleNames& names);

/// Warns of the first column without a role whose name says that rows belong to patients or the like, and
/// whose cells repeat.
void warn_of_group_columns(const Table& table, const std::function<bool(const Column&)>& has_role,
                           std::vector<Warning>& warnings);

/// Warns of numbers among truths, predictions and scores that seem to stand for missing cells. `known`: the
/// texts of missing cells so far.
void warn_of_marks(ScoredRows& rows, const RoleNames& names, const std::vector<std::string>& known);

/// Warns if the true numbers number the rows, or look like scores of which the prediction is the truth.
void warn_of_odd_truth(ScoredRows& rows, const RoleNames& names);

/// Warns if rows equal other rows in truth and predictions more often than independent draws would. None for
/// predictions of several models, which may repeat a row.
void warn_of_equal_rows(ScoredRows& rows);

} // namespace unseen
