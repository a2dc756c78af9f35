// Private: limits of a mean that hold at every look, however often rows are counted (METHODS I.40).
#pragma once

#include "unseen/base/interval.hpp"

#include <cstdint>
#include <map>
#include <optional>

namespace unseen {

/// How many values there are in each step of their range, from 0 to `ladder_steps`. The number of steps is a
/// multiple of 1 to 10 and of 100, so that shares of few parts, grades and percentages stay as they are.
using StepCounts = std::map<std::uint32_t, std::uint64_t>;
inline constexpr std::uint32_t ladder_steps = 25200;

/// Values that lie in [0, 1], as their distances from both ends, each rounded down to a step.
class LadderCounts {
public:
    /// Counts a value of [0, 1].
    void add(double value);
    void merge(const LadderCounts& other);
    std::uint64_t size() const { return size_; }

    /// ln E for "the mean is at least `bound`", or with `at_most` at most: E = (1/12) sum_g prod_i (1 - r_g +
    /// r_g z_i / m), r_g = .003^(g / 11), z the distances from the lower end and m that of the bound; for "at
    /// most" from the upper end. If the claim is wrong, each factor has a mean of at most 1, given the past,
    /// so E is a non-negative supermartingale that reaches 1 / alpha with probability at most alpha, at any
    /// time (Ville 1939). Infinite at the end itself. O(distinct values).
    double log_e(double bound, bool at_most) const;
    /// The limits against which E reaches 1 / `outside`: each holds at every time with probability 1 -
    /// outside.
    Limits limits(double outside) const;
    /// The factor by which the values have to grow in number, their shares unchanged, until E of the claim
    /// reaches 1 / outside; none if they never do.
    std::optional<double> growth_to(double bound, bool at_most, double outside) const;

    const StepCounts& from_low() const { return from_low_; }
    const StepCounts& from_high() const { return from_high_; }
    /// From counts that were stored; none if the two do not have the same number of values.
    static std::optional<LadderCounts> of(StepCounts from_low, StepCounts from_high);

private:
    StepCounts from_low_;
    StepCounts from_high_;
    std::uint64_t size_ = 0;
};

} // namespace unseen
