// Private: one dataset of an experiment, in memory.
#pragma once

#include "unseen/experiment/experiment.hpp"
#include "unseen/learn/missing_cells.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace unseen {

/// The dataset with the learners made for its response, and what to estimate.
struct LoadedData {
    Dataset data;
    std::vector<std::shared_ptr<const Learner>> learners; ///< as the experiment names them
    EstimateOptions options;
    std::optional<FilledLearners> filled{}; ///< as they train

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
