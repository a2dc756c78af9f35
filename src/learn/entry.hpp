// Private: what one learner's file gives to the table of learners.
#pragma once

#include "unseen/learn/learner.hpp"

namespace unseen {

/// A row of the table in learners.cpp. `prepare` gets resolved specs of this learner.
struct LearnerEntry {
    SpecInfo info;
    Traits traits;
    std::function<std::unique_ptr<const Prepared>(const Dataset&, std::span<const Spec>, const Budget&)> prepare;
    std::function<void(const Spec&)> check{}; ///< throws InputError if a resolved spec's keys do not go together; may be empty
};

// One function a learner, each in the file of its name.
LearnerEntry majority_entry();
LearnerEntry mean_entry();
LearnerEntry knn_entry();
LearnerEntry naive_bayes_entry();
LearnerEntry tree_entry();
LearnerEntry command_entry();

} // namespace unseen
