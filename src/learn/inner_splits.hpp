// Private: splits of the training rows of a fit, for learners that judge what they trained.
#pragma once

#include "unseen/data/dataset.hpp"
#include "unseen/learn/learner.hpp"
#include "unseen/resample/plan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace unseen {

/// A split of a training multiset. A row that counts c times is on one side of it.
struct InnerSplit {
    RowSet train;                           ///< valid until the next split is asked for
    std::vector<std::uint32_t> train_count; ///< how often each row of the universe is trained on
    std::vector<Row> test;                  ///< ascending, distinct
    std::vector<std::uint32_t> test_count;  ///< how often each counts in the training multiset
};

/// The splits of the distinct training rows of a task by a plan, as it would split a data set of these rows: groups whole, strata balanced; its seed is the first word of the stream (seed, splits).
class InnerSplits {
public:
    /// `weighted`: rows of weight 0 are left out. Throws LearnerError, with the name of the learner, if there are no rows, or the plan cannot split them.
    InnerSplits(const Dataset& data, const Task& task, const Spec& plan, bool weighted, const std::string& learner);

    std::uint64_t size() const { return plan_->size(); }
    InnerSplit at(std::uint64_t i);

private:
    Row universe_;
    std::vector<Row> rows_;
    std::vector<std::uint32_t> counts_;
    std::optional<Plan> plan_;
    Scratch scratch_;
    RowSetStorage storage_;
};

} // namespace unseen
