// Private: what one learner's file gives to the table of learners.
#pragma once

#include "unseen/learn/learner.hpp"

namespace unseen {

/// A row of the table in learners.cpp. `prepare` gets resolved specs of this learner.
struct LearnerEntry {
    SpecInfo info;
    Traits traits;
    std::function<std::unique_ptr<const Prepared>(const Dataset&, std::span<const Spec>, const Budget&)> prepare;
};

// One function a learner, each in the file of its name.
LearnerEntry majority_entry();
LearnerEntry mean_entry();
LearnerEntry knn_entry();
LearnerEntry naive_bayes_entry();
LearnerEntry tree_entry();

} // namespace unseen
