// Private: Friedman's statistic when the ranks of each data set are permuted among the learners.
#pragma once

#include <cstdint>
#include <vector>

namespace unseen::compare::detail {

/// The share of permutations whose statistic is at least the observed one.
struct RankPermutations {
    double p = 1.0;
    std::uint64_t drawn = 0; ///< 0: all permutations were counted
};

/// `ranks` has the learners' doubled ranks for each data set. Under the null hypothesis every order of a data
/// set's ranks is equally probable. The statistic grows with the sum of the squared rank sums, which are
/// integers. All permutations are counted by adding one data set after the other; rank sums that differ only
/// in their order are one state. If this takes too many steps, 10^5 permutations are drawn: p = (1 + count) /
/// (1 + drawn). METHODS E.9.
RankPermutations permute_ranks(const std::vector<std::vector<std::uint32_t>>& ranks, std::uint64_t seed);

} // namespace unseen::compare::detail
