// Answers about tuning.
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const Spec tuned = tuned_learner({Spec("knn")}, Spec::parse("grid:k=1..9:2,inner=(cv:folds=3)"));
//     const TuneOptions options{.nested = Spec::parse("cv:folds=5")};
//     const Answer answer = answer_of(tune(iris, tuned, options), "iris", iris, options, {"unseen fit ..."});
//     assert(answer.table.rows.size() == 5); // a row a point
#pragma once

#include "unseen/report/answer.hpp"
#include "unseen/run/tune.hpp"
#include "unseen/verdict/verdict.hpp"

#include <string>
#include <vector>

namespace unseen {

/// How to write the model of the chosen learner to a file.
struct FitCommand {
    std::string command{}; ///< empty: none is named
    std::string refusal{}; ///< the reason if there is no such command, as a clause that the answer shows
};

/// A table with one row per point of the grid (the best twenty of a large grid; CSV and JSON have all), and
/// sentences on the flat figure, the honest figures, the choices, and requirements on the nested figure.
Answer answer_of(const TuningReport& report, const std::string& source, const Dataset& data,
                 const TuneOptions& options, const FitCommand& fit,
                 std::vector<Requirement> requirements = {});

} // namespace unseen
