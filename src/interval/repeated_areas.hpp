// Private: what the AUCs of a repeated cross-validation's pooled scores say of each other (METHODS I.20).
#pragma once

#include "interval/repeated_losses.hpp"

#include "unseen/predictions/predictions.hpp"

namespace unseen {

/// Takes each split's scores as they come, and keeps those of one repeat. When its last split has come, every row's influence on the AUC of the
/// repeat is its loss. Memory: that of RepeatedLosses, and 40 bytes a row.
class RepeatedAreas {
public:
    RepeatedAreas(std::size_t repeats, std::size_t folds) : folds_(folds), losses_(repeats), repeats_(repeats) {}

    /// The scores of the rows that one split of `repeat` tests, and the unit of each, as RepeatedLosses::take(). Splits come repeat by repeat.
    void take(std::size_t repeat, std::span<const std::uint32_t> unit, const PredictionView& rows);

    /// The spread of the AUC; `mean` is 0. Nothing if a unit is not tested once in every repeat, or a class has one row.
    std::optional<LossSpread> spread() const;

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
