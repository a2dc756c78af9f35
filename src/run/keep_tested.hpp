// Private: a sink that also keeps the predictions for one test set.
#pragma once

#include "unseen/estimate/tested_rows.hpp"

#include "unseen/data/dataset.hpp"

#include <memory>

namespace unseen {

/// The most labels, scores and numbers that are kept of one model.
inline constexpr double most_tested_cells = 1e7;

/// Hands on what it takes, and keeps it.
class KeepTested final : public Sink {
public:
    KeepTested(Sink& next, const Dataset& data) : next_(next), data_(data) {}

    void take(const SplitInfo& split, const PredictionView& view) override;
    void take(const SplitInfo& split, const Failure& failure) override { next_.take(split, failure); }
    /// Null if the fit failed, or there was too much to keep.
    const std::shared_ptr<const TestedRows>& rows() const { return rows_; }

private:
    Sink& next_;
    const Dataset& data_;
    std::shared_ptr<const TestedRows> rows_;
};

} // namespace unseen
