// What a figure is about, and what is promised of its limits.
#pragma once

#include <string>

namespace unseen {

/// What a figure estimates.
enum class Target {
    model,       ///< the error of the fitted model itself
    procedure,   ///< the expected error of the learner at a training size
    fold_models, ///< the mean error of the fold models that were fitted
    randomised,  ///< the classifier that draws a member afresh for each query
    split,       ///< one further split of the same data
    none,        ///< nothing beyond the rows at hand
};

/// What is promised of an interval or a bound.
enum class Guarantee { exact, asymptotic, heuristic };

/// The names that results, JSON and documents use.
std::string name_of(Target target);
std::string name_of(Guarantee guarantee);

} // namespace unseen
