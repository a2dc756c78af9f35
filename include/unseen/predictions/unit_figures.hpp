// The figures of single rows in a cross-validation, by which two learners are compared.
//
// Example:
//
//     // Three rows, each tested once; the model is wrong in the second: the error rate is 1 / 3.
//     const UnitFigures units{.folds = 3, .sums = {0, 1, 0}, .weights = {1, 1, 1}};
//     assert(units.missing == nullptr && units.sums.size() == units.weights.size());
#pragma once

#include "unseen/base/reasons.hpp"

#include <cstdint>
#include <vector>

namespace unseen {

/// A figure of each unit of a cross-validation, the mean over its repeats, such that the weighted mean over
/// the units is the learner's figure. For a mean of losses it is the unit's mean loss; for other measures it
/// is the learner's figure plus the unit's influence on it. A unit is a row, or a group of rows that no split
/// divides.
struct UnitFigures {
    const Reason* missing = nullptr; ///< why there are no units, if there are none
    /// The test cv_paired() held its level in simulations of such figures. If not, it gives no p-value.
    bool level_known = true;
    std::uint64_t folds = 0;    ///< of a repeat
    std::uint64_t repeats = 1;  ///< repeats with different folds; 1 if all have the same
    std::vector<double> sums{}; ///< by unit: the figure times the weight of its rows
    std::vector<double>
        weights{}; ///< by unit: the weight of its rows, 1 for a row without; 0: it was not tested
};

} // namespace unseen
