// Comparison of many learners over many data sets with a value for each split: significant wins and losses on
// each data set.
//
// Example:
//
//     const compare::SplitResults results{.data_sets = {"iris"},
//                                         .learners = {"tree", "knn"},
//                                         .values = {{{0.0, 0.25}, {0.5, 0.75}}}, // two splits
//                                         .test_train_ratio = 1.0};
//     const auto means = compare::means_of(results);
//     assert(means.scores[0][0] == 0.125 && means.scores[0][1] == 0.625);
#pragma once

#include "unseen/compare/results.hpp"
#include "unseen/predictions/unit_figures.hpp"

#include <memory>
#include <string>
#include <vector>

namespace unseen::compare {

/// One value for each data set, learner and split. All learners of a data set have the same splits in the
/// same order.
struct SplitResults {
    std::vector<std::string> data_sets{};
    std::vector<std::string> learners{};
    std::vector<std::vector<std::vector<double>>>
        values{};                  ///< [data set][learner][split]; no splits: that learner was not tried
    double test_train_ratio = 0.0; ///< test rows / training rows of a split: 1/(k-1) for k folds
    std::uint64_t window_overlap =
        0; ///< for windows in time, in their order: the horizon of Diebold and Mariano's test; else 0
    Direction direction = Direction::lower_is_better;
    /// Of one cross-validation of one data set, for each learner: the figures of its rows. The values of
    /// splits may then be missing.
    std::vector<std::shared_ptr<const UnitFigures>> units{};
};

/// The mean over the splits for each data set and learner: the input of compare_results().
Results means_of(const SplitResults& results);

/// Compares learners on one data set by their values on its splits. Each pair (or, with a control, each other
/// learner with the control) is compared by cv_paired() if there are `units`, for windows in time by Diebold
/// and Mariano's test, and else by the corrected resampled t. P-values are adjusted by Holm, and intervals
/// have the levels of Holm's steps over all pairs (METHODS E.11). If all differences of a pair are equal, its
/// sign test is primary. Estimand: procedure, the learners on training sets of this data set's size and
/// source, not on other data sets. Throws InputError unless there is one data set with values of at least two
/// learners, and for values that are not finite or unequal numbers of splits.
Answer compare_learners(const SplitResults& results, const ResultsOptions& options);

/// Adds to `answer` a test of each pair of learners on each data set: the corrected resampled t over splits
/// (Nadeau & Bengio 2003), as in WEKA's Experimenter. A win has the better mean and p <= 1 - level. P-values
/// are not adjusted for the number of data sets or pairs. If all differences are equal, p = 1 if they are 0,
/// else p = 0. Data sets that lack a learner are left out. METHODS I.16. Throws InputError, which names the
/// learner and data set, for values that are not finite, or if learners of a data set have different numbers
/// of splits.
void add_split_tests(Answer& answer, const SplitResults& results, Level level);

} // namespace unseen::compare
