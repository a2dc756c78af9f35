// Private: the permutation test of a statistic that is linear in the signs of its terms (METHODS E.14, I.9).
#pragma once

#include "compare/draws.hpp"

#include <cstddef>
#include <span>

namespace unseen::compare::detail {

/// Shares of the sign patterns (of all, or of those drawn and the one observed) whose sum is at least as far from 0 as the one observed, at least as
/// large, and at most as large.
struct SwapShares {
    double two_sided = 1.0;
    double greater = 1.0;
    double less = 1.0;
    bool exact = true;        ///< all patterns were enumerated
    std::size_t patterns = 1; ///< how many there are, or how many were drawn
};

/// Shares from counts of patterns: of all, or (1 + count) / (1 + drawn), which is never 0.
SwapShares shares_of(std::size_t two_sided, std::size_t greater, std::size_t less, std::size_t patterns, bool exact);

/// Under the null each term may change its sign: T* = sum of +-terms. Terms of 0 drop out; with at most 20 others all patterns are enumerated, with more
/// `draws.count` are drawn: stream (seed, permutation, group of 256 terms, pattern), one bit a term. Tables of the partial sums of eight terms make it one
/// look-up per eight. Whole numbers are compared exactly, other terms to 1e-12 of the sum of their sizes. O(terms * draws / 8).
SwapShares swap_signs(std::span<const double> terms, const Draws& draws);

} // namespace unseen::compare::detail
