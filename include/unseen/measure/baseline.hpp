// What a figure is compared with: predictions without a feature.
//
// Example:
//
//     assert(baseline_name(BaselineKind::majority, "no") == "always saying 'no'");
#pragma once

#include <string>

namespace unseen {

/// The predictions without a feature that a figure is compared with.
enum class BaselineKind {
    none,     ///< none: the measure has no better and worse
    no_skill, ///< a constant: the value of predictions that have nothing to do with the truth
    majority, ///< the most frequent class
    shares,   ///< the shares of the classes as scores
    mean,     ///< the mean of the target
    median,   ///< the median of the target
};

/// A baseline in a sentence: "always saying 'no'". `always`: the most frequent class, or empty if it is not
/// one.
std::string baseline_name(BaselineKind kind, const std::string& always);

} // namespace unseen
