// Private: a sink that also keeps predictions for test rows.
#pragma once

#include "unseen/estimate/tested_rows.hpp"

#include "unseen/data/dataset.hpp"

#include <memory>

namespace unseen {

/// The most labels, scores and numbers that are kept of one model.
inline constexpr double most_tested_cells = 1e7;

/// Hands on what it takes, and keeps the predictions of the first repeat: all, or those for one row in
/// `every`.
class KeepTested final : public Sink {
public:
    KeepTested(Sink& next, const Dataset& data, Row every = 1) : next_(next), data_(data), every_(every) {}

    void take(const SplitInfo& split, const PredictionView& view) override;
    void take(const SplitInfo& split, const Failure& failure) override { next_.take(split, failure); }
    /// Null if all fits failed, or there was too much to keep.
    std::shared_ptr<const TestedRows> rows() const { return rows_; }
    Row every() const { return every_; }

private:
    void keep(const PredictionView& view, std::size_t i);

    Sink& next_;
    const Dataset& data_;
    Row every_;
    bool too_much_ = false;
    std::shared_ptr<TestedRows> rows_;
};

} // namespace unseen
