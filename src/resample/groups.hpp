// Private: groups of labelled rows that no split may tear apart, and their folds.
#pragma once

#include "resample/strata.hpp"

#include "unseen/resample/plan.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace unseen {

/// The labelled rows group by group, ascending within each. Groups are numbered in order of first appearance.
struct Groups {
    std::vector<Row> rows;
    std::vector<std::size_t> starts; ///< of each group in `rows`, and the end

    Row size() const { return static_cast<Row>(starts.size() - 1); }
    std::span<const Row> rows_of(std::size_t g) const { return std::span(rows).subspan(starts[g], starts[g + 1] - starts[g]); }
};

/// Null if the dataset has no group column, or one in which each labelled row is a group of its own: these are rows like any others.
std::shared_ptr<const Groups> make_groups(const Dataset& data);

/// The groups instead of rows in the strata of make_strata(), each in the one that most of its rows are of (ties: lowest code).
std::shared_ptr<const Strata> make_group_strata(const Dataset& data, const Groups& groups, bool stratify);

/// How many rows of each stratum each group has: groups x strata, row-major.
std::vector<std::uint64_t> stratum_counts(const Groups& groups, const Strata& strata);

/// A fold for each group: the largest first, each to the fold with the fewest rows, ties to the lower fold (METHODS A.12). `order`: all groups; of
/// equal ones the earlier in it is first. O(groups (log groups + folds)).
std::vector<std::uint32_t> deal_by_size(const Groups& groups, std::span<const Row> order, std::uint64_t folds);

/// A fold for each group such that the folds' shares of every stratum and of all rows vary little: greedily, then by single moves while one helps
/// (METHODS I.17). `counts`: of stratum_counts(); `order` as above. O(groups folds strata) for the greedy part and for each move.
std::vector<std::uint32_t> deal_by_strata(std::span<const std::uint64_t> counts, std::size_t strata, std::span<const Row> order,
                                          std::uint64_t folds);

} // namespace unseen
