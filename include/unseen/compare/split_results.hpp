// Many learners over many data sets, with the value of every split: wins and losses that a test tells from chance.
#pragma once

#include "unseen/compare/results.hpp"

#include <string>
#include <vector>

namespace unseen::compare {

/// One value for each data set, learner and split; the splits of a data set are the same for all its learners, in the same order.
struct SplitResults {
    std::vector<std::string> data_sets{};
    std::vector<std::string> learners{};
    std::vector<std::vector<std::vector<double>>> values{}; ///< [data set][learner][split]; empty: that learner was not tried
    double test_train_ratio = 0.0;                          ///< test rows / training rows of a split: 1/(k-1) for k folds
    Direction direction = Direction::lower_is_better;
};

/// The means over splits, one score for each data set and learner.
Results means_of(const SplitResults& results);

/// Every pair of learners on every data set by the corrected resampled t over splits (Nadeau & Bengio 2003), as WEKA's Experimenter: a win
/// is p <= 1 - level with the better mean. Nothing is adjusted for the number of data sets or pairs. Differences that are all equal
/// have p = 1 if they are 0, else 0. Data sets that lack a learner are left out. METHODS I.16. Throws InputError for values that are not
/// finite or a number of splits that differs between learners of a data set, naming them.
void add_split_tests(Answer& answer, const SplitResults& results, Level level);

} // namespace unseen::compare
