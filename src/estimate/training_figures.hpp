// Private: the figures of the splits' models on their own training rows.
#pragma once

#include "estimate/split_figures.hpp"
#include "predictions/gathered_rows.hpp"

#include "unseen/estimate/estimate.hpp"
#include "unseen/measure/measure.hpp"

#include <span>
#include <vector>

namespace unseen {

/// Takes the predictions of all labelled rows for the splits of a plan, and judges those that the split's
/// model was trained on. A row that was drawn twice counts twice. The mean of the splits is the
/// resubstitution figure of models of that size; its distance to the figure on test rows is their optimism
/// (Efron 1983).
class TrainingSink final : public Sink {
public:
    /// `per_split`: also list the figures of the splits.
    TrainingSink(std::span<const Measure> measures, bool per_split);

    void take(const SplitInfo& split, const PredictionView& predictions) override;
    void take(const SplitInfo& split, const Failure& failure) override;
    /// The figures by measure `m`.
    TrainingFigures figures(std::size_t m) const;

private:
    std::vector<Measure> measures_;
    std::vector<SplitFigures> splits_;
    std::vector<std::uint32_t> at_; ///< scratch: the training rows of one split
    std::vector<double> weight_;
    GatheredRows rows_;
};

} // namespace unseen
