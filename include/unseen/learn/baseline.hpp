// The learners without features that others must beat.
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const auto baseline = make_baseline(BaselineKind::shares, iris);
//     assert(baseline.learner->spec() == Spec("majority") && baseline.name == "the shares of the classes");
#pragma once

#include "unseen/learn/learner.hpp"
#include "unseen/measure/baseline.hpp"

#include <memory>
#include <string>

namespace unseen {

/// A baseline on one dataset.
struct BaselineLearner {
    std::unique_ptr<Learner> learner; ///< null for a constant figure, and if there is no baseline
    std::string name;                 ///< in a sentence: "always saying 'no'"
};

/// The baseline of this kind: of a series with lags, whatever the kind, the last known value, if it is among
/// the features.
BaselineLearner make_baseline(BaselineKind kind, const Dataset& data);

/// The baseline of labels where models are tested on one row each. Of classes of nearly equal size, the most
/// frequent one of the other rows is never that of the row left out, so that `majority` is always wrong. This
/// one always says the most frequent class of all labelled rows (of several, the first).
BaselineLearner make_fixed_majority(const Dataset& data);

} // namespace unseen
