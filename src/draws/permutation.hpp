// Private: permutation tests of paired predictions. Under the null hypothesis the predictions of A and B may
// be exchanged (METHODS E.14, I.9).
#pragma once

#include "draws/replicates.hpp"

#include "unseen/base/interval.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace unseen {

class SharedNumbers;

/// P-values of a permutation test: shares of the patterns of exchanges (all patterns, or those drawn and the
/// observed one).
struct SwapShares {
    double two_sided = 1.0;   ///< patterns whose statistic is at least as far from 0 as the observed one
    double greater = 1.0;     ///< patterns whose statistic is at least as large
    double less = 1.0;        ///< patterns whose statistic is at most as large
    bool exact = true;        ///< all patterns were enumerated
    std::size_t patterns = 1; ///< number of patterns enumerated or drawn
};

/// Counts the patterns that are at least as extreme as the observed one.
class Extremes {
public:
    /// Statistics that differ by no more than `tolerance` are equal.
    Extremes(double observed, double tolerance)
        : size_(std::abs(observed) - tolerance),
          up_(observed - tolerance),
          down_(observed + tolerance)
    {
    }
    /// Adds a pattern, or patterns with a total mass.
    void add(double statistic, double mass = 1.0)
    {
        two_sided_ += std::abs(statistic) >= size_ ? mass : 0.0;
        greater_ += statistic >= up_ ? mass : 0.0;
        less_ += statistic <= down_ ? mass : 0.0;
    }
    /// A pattern for which the statistic does not exist counts as extreme.
    void add(const Value& statistic, double mass = 1.0);
    void merge(const Extremes& other);

    /// The shares if all patterns were added; their masses sum to `all`.
    SwapShares of_all(double all, std::size_t patterns) const;
    /// The shares if drawn patterns were added: (1 + count) / (1 + drawn), which includes the observed
    /// pattern and is never 0.
    SwapShares of_drawn(std::size_t patterns) const;

private:
    double size_;
    double up_;
    double down_;
    double two_sided_ = 0.0;
    double greater_ = 0.0;
    double less_ = 0.0;
};

/// Adds to `none` what the workers count. They share the numbers below `count` on `threads` threads.
Extremes count_extremes(const Extremes& none, std::size_t count, std::size_t threads,
                        const std::function<void(SharedNumbers, Extremes&)>& worker);

/// The test of a statistic that is linear in the signs of its terms: T* = sum of +-terms. Terms of 0 are
/// dropped. If at most 20 are left, all patterns are enumerated; else `draws.count` patterns are drawn, one
/// bit a term from the stream (seed, permutation, group of 256 terms, pattern). A table of partial sums
/// replaces eight additions by one look-up. Whole numbers are compared exactly, other terms to 1e-12 of the
/// sum of their absolute values. O(terms * draws / 8).
SwapShares swap_signs(std::span<const double> terms, const Draws& draws);

/// The test of swap_signs() against any shift: under "the mean of the differences d is delta", all signs of
/// d - delta are equally probable. A pattern of signs s is as far from 0 as the observed one, |sum s (d -
/// delta)| >= |sum (d - delta)|, exactly for the delta between (sum d - sum s d) / (n - sum s) and (sum d +
/// sum s d) / (n + sum s), a range that holds the mean. So a limit is an order statistic of the patterns'
/// ends, and 0 lies outside the limits exactly if the p-value of swap_signs() is at most `outside`.
class SwapShifts {
public:
    /// The patterns of swap_signs(), with signs drawn for differences of 0, which matter for a shift that is
    /// not 0. Where all patterns of the others are enumerated, each is taken so often that there are
    /// `draws.count` or more.
    SwapShifts(std::span<const double> differences, const Draws& draws);

    /// P-values for "the mean is larger than the shift", and smaller.
    double p_above(double shift) const { return share_of(shift, 1.0); }
    double p_below(double shift) const { return share_of(shift, -1.0); }
    /// The smallest two-sided p-value that any shift has.
    double least_p() const;
    /// The shifts whose two-sided p-value is above `outside`; infinite if least_p() is.
    Limits limits(double outside) const;

private:
    struct Pattern {
        double equal;    ///< the shift at which sum s (d - delta) = sum (d - delta); NaN: at every shift
        double opposite; ///< the shift at which it is the opposite; NaN: at every shift
    };
    /// The share of the patterns whose end `equal` is at most the shift (side 1) or at least (-1).
    double share_of(double shift, double side) const;
    double share(std::size_t count) const
    {
        return (static_cast<double>(count) + drawn_) / (static_cast<double>(patterns_.size()) + drawn_);
    }
    std::vector<Pattern> patterns_; ///< of two opposite patterns only one, if all are enumerated
    double drawn_ = 0.0;            ///< 1 if patterns were drawn: the observed one counts too
};

} // namespace unseen
