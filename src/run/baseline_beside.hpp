// Private: a baseline that is judged beside a learner, on the rows that the learner is tested on.
#pragma once

#include "unseen/learn/learner.hpp"
#include "unseen/predictions/predictions.hpp"

#include <memory>

namespace unseen {

/// Hands on what it takes. It also trains a baseline for each split, on all labelled rows but those tested,
/// and gives the baseline's predictions to a sink of its own. A second run would deal the folds and gather
/// their rows again.
class BaselineBeside final : public Sink {
public:
    BaselineBeside(Sink& next, Sink& own, const Dataset& data, const Learner& baseline)
        : next_(next),
          own_(own),
          data_(data),
          baseline_(baseline)
    {
    }

    void take(const SplitInfo& split, const PredictionView& view) override;
    void take(const SplitInfo& split, const Failure& failure) override;
    /// False if the learner or the baseline failed on a split, or was not trained on all other labelled rows:
    /// the baseline then needs a run of its own.
    bool complete() const { return complete_; }

private:
    Sink& next_;
    Sink& own_;
    const Dataset& data_;
    const Learner& baseline_;
    std::unique_ptr<const Prepared> prepared_;
    RowSetStorage train_;
    bool complete_ = true;
};

} // namespace unseen
