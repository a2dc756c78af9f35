// Tables of results of many learners on many data sets, from files.
//
// Example:
//
//     const auto path = (std::filesystem::temp_directory_path() / "example-results.csv").string();
//     std::ofstream(path) << "data,knn,tree\niris,0.04,0.05\nglass,0.27,\n";
//     const compare::Results results = *read_any_results(path).wide;
//     assert(results.learners == (std::vector<std::string>{"knn", "tree"}));
//     assert(results.scores[0][1] == 0.05 && !results.scores[1][1]);
#pragma once

#include "unseen/compare/results.hpp"
#include "unseen/compare/split_results.hpp"

#include <optional>
#include <string>
#include <vector>

namespace unseen {

/// The names of the columns of a long table: one line for each data set, learner and, if `repeat` or `fold`
/// is set, split.
struct LongColumns {
    std::string data_set{};
    std::string learner{}; ///< several, with commas between them, are joined by blanks
    std::string value{};
    std::string repeat{};
    std::string fold{};

    /// True if the table has a line for each split.
    bool of_splits() const { return !repeat.empty() || !fold.empty(); }
};

/// The results of a wide or a long table; exactly one of them exists.
struct AnyResults {
    std::optional<compare::Results> wide{};
    std::optional<compare::SplitResults> by_lines{};
    LongColumns columns{}; ///< of the long table
    std::vector<std::string> notes{};
};

/// Reads a table of either form once, so that the path may be a pipe. Rows and columns that sum up others are
/// left out.
///
/// A wide table has the name of the data set in its first column, and the scores of a learner in each other
/// one; an empty cell is a missing score. It is a long table if `columns` names its columns, or if there are
/// columns with usual names for data sets and learners: `dataset`, `algorithm`, `fold` ..., in any case. Then
/// the remaining column, or else the one called `value`, `score` or `result`, has the scores. Without repeat
/// and fold a long table has one value for each data set and learner. Data sets and learners keep the order
/// in which they first occur; splits are sorted by repeat and fold. `test_train_ratio` is 1/(k-1) for k
/// folds, and 0 without folds.
///
/// Throws InputError for a data set (and learner and split) on two lines, with both lines, for a data set
/// without a name, for learners of a data set with different splits, for a column that does not exist, and if
/// it is not clear which column has the scores.
AnyResults read_any_results(const std::string& path, LongColumns columns = {});

} // namespace unseen
