// Private: what the losses of a repeated cross-validation say of each other, without keeping them (METHODS I.20).
#pragma once

#include "unseen/interval/interval.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// Takes each split's losses as they come, and keeps one number a unit and the split of each unit in each repeat. A unit is a row, or a group of
/// rows that no split tears apart. Memory: 32 + 4 x repeats bytes a unit.
class RepeatedLosses {
public:
    explicit RepeatedLosses(std::size_t repeats) : repeats_(repeats) {}

    /// The losses of the rows that one split of `repeat` tests, the unit of each, and their weights, 1 if there are none. Rows of weight 0 are passed
    /// over. O(rows).
    void take(std::size_t repeat, std::span<const std::uint32_t> unit, std::span<const double> losses,
              std::span<const double> weights);

    /// Whether rows count differently.
    bool weighted() const { return weighted_; }

    /// The spread of the losses. Nothing if a unit is not tested once in every repeat. O(units x repeats).
    std::optional<LossSpread> spread() const;

private:
    /// A split's units in sum, each by its weight; `losses` times that.
    struct Split {
        std::size_t repeat = 0;
        std::size_t units = 0;
        double losses = 0.0;
        double weights = 0.0;
        double squared_weights = 0.0;
    };

    bool same_folds() const;

    std::size_t repeats_;
    std::vector<Split> splits_;
    std::vector<std::uint32_t> split_of_; ///< unit by unit its split in each repeat, `untested` where there is none
    std::vector<double> losses_;          ///< of each unit, times weights, over all repeats
    std::vector<double> weights_;         ///< of each unit
    ExactSum squares_;                    ///< of the units' losses in each repeat
    ExactSum products_;                   ///< of these and the units' weights
    std::uint64_t rows_ = 0;              ///< in all repeats
    double row_weight_ = 0.0;             ///< of each row, if rows count alike
    bool weighted_ = false;               ///< they do not
    bool complete_ = true;                ///< no unit was in two splits of a repeat, and every loss has a square
    std::vector<double> loss_;            ///< scratch: of each unit in one split
    std::vector<double> weight_;          ///< likewise
    std::vector<std::uint32_t> seen_;     ///< the units in one split
};

} // namespace unseen
