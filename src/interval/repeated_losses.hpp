// Private: the spread of the losses of a repeated cross-validation, without the losses themselves (METHODS
// I.20).
#pragma once

#include "unseen/interval/interval.hpp"
#include "unseen/predictions/unit_figures.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// Takes the losses of each split as they come. It keeps a few sums for each unit, and the split of each unit
/// in each repeat. A unit is a row, or a group of rows that no split divides. Memory: 8 + 4 x repeats bytes
/// per unit, and 12 more with groups or weights.
class RepeatedLosses {
public:
    explicit RepeatedLosses(std::size_t repeats) : repeats_(repeats), split_of_(repeats) {}

    /// Adds the test rows of one split of `repeat`: the unit, the loss and the weight of each row. Empty
    /// weights: each is 1. Rows of weight 0 are ignored. O(rows).
    void take(std::size_t repeat, std::span<const std::uint32_t> unit, std::span<const double> losses,
              std::span<const double> weights);

    /// True if rows have different weights.
    bool weighted() const { return weighted_; }

    /// The spread of the losses, or nothing if a unit was not tested once in every repeat. O(units x
    /// repeats).
    std::optional<LossSpread> spread() const;

    /// The mean loss of each unit over the repeats, or nothing, as spread().
    std::optional<UnitFigures> units() const;

private:
    /// Sums over the units of a split.
    struct Split {
        std::size_t units = 0;
        double losses = 0.0; ///< times weights
        double weights = 0.0;
        double squared_weights = 0.0;
    };

    void take_plain(std::uint32_t number, std::vector<std::uint32_t>& split_of,
                    std::span<const std::uint32_t> unit, std::span<const double> losses);
    void take_weighted(std::uint32_t number, std::vector<std::uint32_t>& split_of,
                       std::span<const std::uint32_t> unit, std::span<const double> losses,
                       std::span<const double> weights);
    std::vector<double> unit_weights() const;
    std::optional<std::vector<double>> weights_of_all() const;
    bool repeated() const;
    bool same_folds() const;
    double covariance(std::size_t units, const ExactSum& squared_means) const;

    std::size_t repeats_;
    std::uint32_t splits_taken_ = 0;
    std::vector<Split> splits_; ///< if there are several repeats: one repeat has no covariance
    std::vector<std::vector<std::uint32_t>>
        split_of_;                ///< by repeat begun: the split of each unit, or `untested`
    std::vector<double> losses_;  ///< of each unit, times weights, over all repeats
    std::vector<double> weights_; ///< of each unit; empty while every unit has one row of weight 1
    ExactSum squares_;            ///< of the units' losses in each repeat
    ExactSum products_;           ///< of these and the units' weights
    std::uint64_t rows_ = 0;      ///< in all repeats
    std::uint64_t tested_ = 0;    ///< units, in all repeats
    double row_weight_ = 0.0;     ///< the unit of weights: the first weight, so that equal weights have no
                                  ///< effect
    bool weighted_ = false;       ///< weights differ
    bool complete_ = true;        ///< no unit was in two splits of a repeat, and every loss has a square
    std::vector<std::uint32_t> seen_;  ///< scratch: the units in one split
    std::vector<double> loss_;         ///< their losses
    std::vector<double> weight_;       ///< their weights
    std::vector<std::uint32_t> place_; ///< their positions in these, unit by unit
};

} // namespace unseen
