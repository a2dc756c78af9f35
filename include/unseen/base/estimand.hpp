// What a figure estimates, and what guarantee an interval carries.
//
// Example:
//
//     assert(name_of(Estimand::procedure) == "procedure");
//     assert(name_of(Guarantee::exact) == "exact");
#pragma once

#include <string>

namespace unseen {

/// What a figure estimates.
enum class Estimand {
    model,       ///< the error of the fitted model itself
    procedure,   ///< the expected error of the learner at a training size
    fold_models, ///< the mean error of the models that were fitted in the folds
    randomised,  ///< the error of a classifier that draws one member of an ensemble for each query
    split,       ///< the figure of one further split of the same data
    none,        ///< only the rows that were judged
};

/// How far the level of an interval or a bound can be trusted.
enum class Guarantee {
    exact,      ///< it covers with at least the stated probability for every number of rows
    asymptotic, ///< it covers with the stated probability as the number of rows grows
    heuristic,  ///< no theorem guarantees its coverage
};

/// The names that results, JSON and documents use.
std::string name_of(Estimand estimand);
std::string name_of(Guarantee guarantee);

} // namespace unseen
