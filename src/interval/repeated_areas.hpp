// Private: the spread of the AUC of a repeated cross-validation (METHODS I.20).
#pragma once

#include "interval/repeated_losses.hpp"

#include "unseen/predictions/predictions.hpp"

namespace unseen {

/// Takes the scores of each split as they come, and keeps the scores of one repeat. After the last split of a
/// repeat, the influence of each row on the AUC of the repeat's pooled scores is its loss. Memory: that of
/// RepeatedLosses, and 40 bytes per row.
class RepeatedAreas {
public:
    RepeatedAreas(std::size_t repeats, std::size_t folds) : folds_(folds), losses_(repeats), repeats_(repeats)
    {
    }

    /// Adds the test rows of one split of `repeat` and the unit of each row. Splits come repeat by repeat.
    void take(std::size_t repeat, std::span<const std::uint32_t> unit, const PredictionView& rows);

    /// The spread of the AUC, with mean 0, or nothing if a unit was not tested once in every repeat, a split
    /// had no scores, or a class has fewer than two units.
    std::optional<LossSpread> spread() const;

    /// The mean influence of each unit over the repeats, or nothing, as spread().
    std::optional<UnitFigures> units() const { return complete_ ? losses_.units() : std::nullopt; }

private:
    void finish_repeat(std::size_t repeat, const PredictionView& like);

    std::size_t folds_;
    RepeatedLosses losses_;
    std::size_t repeats_;
    bool complete_ = true;
    ExactSum variances_; ///< of the repeats' AUCs (DeLong et al.); rows count alike
    std::vector<std::uint32_t> unit_, truth_;
    std::vector<double> score_, weight_;
    std::vector<std::size_t> ends_; ///< of the splits
    std::uint64_t positives_ = 0;   ///< units with a positive row
    std::uint64_t negatives_ = 0;
};

} // namespace unseen
