// Private: permutation tests of paired predictions: under the null the two may be exchanged (METHODS E.14, I.9).
#pragma once

#include "draws/replicates.hpp"

#include <cstddef>
#include <functional>
#include <span>

namespace unseen {

class SharedNumbers;

/// Shares of the patterns of exchanges (of all, or of those drawn and the one observed) whose statistic is at least as far from 0 as the one observed, at
/// least as large, and at most as large.
struct SwapShares {
    double two_sided = 1.0;
    double greater = 1.0;
    double less = 1.0;
    bool exact = true;        ///< all patterns were enumerated
    std::size_t patterns = 1; ///< how many there are, or how many were drawn
};

/// Counts the patterns that are at least as extreme as the one observed.
class Extremes {
public:
    /// Statistics that differ by no more than `tolerance` are equal.
    Extremes(double observed, double tolerance)
        : size_(std::abs(observed) - tolerance),
          up_(observed - tolerance),
          down_(observed + tolerance)
    {
    }
    /// A pattern, or all patterns of this mass together.
    void add(double statistic, double mass = 1.0)
    {
        two_sided_ += std::abs(statistic) >= size_ ? mass : 0.0;
        greater_ += statistic >= up_ ? mass : 0.0;
        less_ += statistic <= down_ ? mass : 0.0;
    }
    /// A pattern for which the statistic does not exist counts as extreme.
    void add(const Value& statistic, double mass = 1.0);
    void merge(const Extremes& other);

    /// Of patterns whose masses sum to `all`: all there are.
    SwapShares of_all(double all, std::size_t patterns) const;
    /// Of patterns that were drawn, and the one observed: (1 + count) / (1 + drawn), which is never 0.
    SwapShares of_drawn(std::size_t patterns) const;

private:
    double size_;
    double up_;
    double down_;
    double two_sided_ = 0.0;
    double greater_ = 0.0;
    double less_ = 0.0;
};

/// `none` with what the workers count of numbers below `count`, on threads.
Extremes count_extremes(const Extremes& none, std::size_t count, std::size_t threads,
                        const std::function<void(SharedNumbers, Extremes&)>& worker);

/// The statistic is linear in the signs of its terms: T* = sum of +-terms. Terms of 0 drop out; with at most 20 others all patterns are enumerated, with more
/// `draws.count` are drawn: stream (seed, permutation, group of 256 terms, pattern), one bit a term. Tables of the partial sums of eight terms make it one
/// look-up per eight. Whole numbers are compared exactly, other terms to 1e-12 of the sum of their sizes. O(terms * draws / 8).
SwapShares swap_signs(std::span<const double> terms, const Draws& draws);

} // namespace unseen
