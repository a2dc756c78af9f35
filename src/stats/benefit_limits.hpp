// Private: limits of net benefits at a threshold and of their differences (METHODS I.35 c).
#pragma once

#include "unseen/base/interval.hpp"
#include "unseen/base/level.hpp"

#include <span>

namespace unseen {

/// A share of independent rows with its limits, times a weight, which may be negative.
struct WeightedShare {
    double weight = 1.0;
    double share = 0.0;
    Limits limits{};
    bool cell = true; ///< of one multinomial with the other cells, so that it takes rows from them
};

/// `mover_benefit`: limits of the sum of the shares, from their own limits and the correlation of cells.
Limits limits_of_sum(std::span<const WeightedShare> shares);

/// `ones` of n rows with beta limits (stats/beta_limits.hpp).
WeightedShare share_of(double ones, double n, double weight, double d, double outside);

/// The same for `others`, rows of another class, over the n rows: others / n with the odds of the beta limits
/// of others / (others + n). It is independent of shares of the n rows.
WeightedShare odds_of(double others, double n, double weight, double d, double outside);

/// `mover_benefit` of the net benefit of `tp` true and `fp` false positives among n independent rows of one
/// weight, for any odds.
class BenefitLimits {
public:
    BenefitLimits(double tp, double fp, double n, Level level);

    bool are_of(double tp, double fp) const { return tp == tp_ && fp == fp_; }
    /// At the odds t / (1 - t) of the threshold t.
    Limits at(double odds) const;

private:
    double tp_, fp_;
    WeightedShare found_, alarmed_;
};

} // namespace unseen
