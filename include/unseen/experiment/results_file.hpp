// Tables of results of many learners on many data sets, from files.
#pragma once

#include "unseen/compare/results.hpp"
#include "unseen/compare/split_results.hpp"

#include <string>

namespace unseen {

/// A wide table: the first column names the data set, the others hold a learner's scores; an empty cell is a missing score. Throws InputError
/// for a data set that stands on two lines, naming both, and for one without a name.
compare::Results read_results(const std::string& path);

/// The columns of a long table: one line a data set, learner and, where there are `repeat` or `fold`, split.
struct LongColumns {
    std::string data_set{};
    std::string learner{};
    std::string value{};
    std::string repeat{};
    std::string fold{};

    bool of_splits() const { return !repeat.empty() || !fold.empty(); }
};

/// A long table; without repeat and fold there is one value for each data set and learner. Data sets and learners stand in the order in
/// which they first occur; splits in that of their repeat and fold. `test_train_ratio` is 1/(k-1) for k folds, and 0 without folds.
/// Throws InputError for a data set, learner and split that stands on two lines, naming both, for learners of a data set that were not
/// judged on the same splits, and for a column that is not there.
compare::SplitResults read_long_results(const std::string& path, const LongColumns& columns);

} // namespace unseen
