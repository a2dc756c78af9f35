// Answers about tuning.
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const Spec tuned = tuned_learner({Spec("knn")}, Spec::parse("grid:k=1..9:2,inner=(cv:folds=3)"));
//     const TuneOptions options{.nested = Spec::parse("cv:folds=5")};
//     const Answer answer = answer_of(tune(iris, tuned, options), "iris", iris, options, {});
//     assert(answer.table.rows.size() == 5); // a row a point
#pragma once

#include "unseen/report/answer.hpp"
#include "unseen/run/tune.hpp"
#include "unseen/verdict/verdict.hpp"

#include <optional>
#include <string>
#include <vector>

namespace unseen {

/// The command that writes the model of the chosen learner to a file, or why there is none; nothing for a
/// front that names no commands.
using FitCommand = std::optional<Maybe<std::string, Refusal>>;

/// A table with one row per point of the grid (the best twenty of a large grid; CSV and JSON have all), and
/// sentences on the flat figure, the honest figures, the choices, and requirements on the nested figure.
Answer answer_of(const TuningReport& report, const std::string& source, const Dataset& data,
                 const TuneOptions& options, const FitCommand& fit,
                 std::vector<Requirement> requirements = {});

} // namespace unseen
