// Private: one dataset of an experiment, in memory.
#pragma once

#include "unseen/experiment/experiment.hpp"

#include <memory>
#include <vector>

namespace unseen {

/// The dataset with the learners made for its response, and what to estimate.
struct LoadedData {
    Dataset data;
    std::vector<std::shared_ptr<const Learner>> learners;
    EstimateOptions options;

    std::vector<const Learner*> pointers() const
    {
        std::vector<const Learner*> list;
        for (const auto& learner : learners) list.push_back(learner.get());
        return list;
    }
};

/// Reads the files and makes the learners. Throws InputError if they do not suit each other.
LoadedData load(const Experiment& experiment, const ExperimentData& data);

} // namespace unseen
