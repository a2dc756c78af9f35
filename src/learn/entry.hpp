// Private: what one learner's file gives to the table of learners.
#pragma once

#include "unseen/learn/learner.hpp"

namespace unseen {

/// A learner in the brackets of a meta-learner, made ready for the dataset.
struct Base {
    Traits traits;
    std::shared_ptr<const Prepared> prepared; ///< shared by all bases of its family
    std::size_t variant = 0;                  ///< which of those that `prepared` knows

    std::unique_ptr<Model> fit(const Task& task) const { return prepared->fit(task, variant); }
    Predictions evaluate(const Task& task) const { return std::move(prepared->evaluate(task, {&variant, 1}).at(0)); }
};

/// A row of the table in learners.cpp. `prepare` gets resolved specs of this learner; one that takes bases (`info.fewest_bases`) has
/// `prepare_meta` instead, and gets those of each spec, made ready, in the order of the brackets.
///
/// Of a meta-learner `traits` says what it does if its bases do: it predicts classes or numbers and trains with weights if they all do,
/// is stochastic if one of them is, and its version is the sum of all, which grows when one of them does.
struct LearnerEntry {
    SpecInfo info;
    Traits traits;
    std::function<std::unique_ptr<const Prepared>(const Dataset&, std::span<const Spec>, const Budget&)> prepare{};
    std::function<std::unique_ptr<const Prepared>(const Dataset&, std::span<const Spec>, std::vector<std::vector<Base>>)>
        prepare_meta{};
    std::function<void(const Spec&)> check{}; ///< throws InputError if a resolved spec's keys do not go together; may be empty
};

// One function a learner, each in the file of its name.
LearnerEntry majority_entry();
LearnerEntry mean_entry();
LearnerEntry knn_entry();
LearnerEntry naive_bayes_entry();
LearnerEntry tree_entry();
LearnerEntry command_entry();
LearnerEntry bagging_entry();

} // namespace unseen
