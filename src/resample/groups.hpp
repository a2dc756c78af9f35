// Private: groups of labelled rows that no split may divide, and their folds.
#pragma once

#include "resample/strata.hpp"

#include "unseen/resample/plan.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace unseen {

/// The labelled rows sorted by group, ascending within each. Groups are numbered in order of first
/// appearance.
struct Groups {
    std::vector<Row> rows;
    std::vector<std::size_t> starts; ///< where each group starts in `rows`, and the end

    Row size() const { return static_cast<Row>(starts.size() - 1); }
    std::span<const Row> rows_of(std::size_t g) const
    {
        return std::span(rows).subspan(starts[g], starts[g + 1] - starts[g]);
    }
};

/// The groups of the dataset; null if it has no group column or if each group has one labelled row, because
/// plans then split rows.
std::shared_ptr<const Groups> make_groups(const Dataset& data);

/// The strata of make_strata() with groups in place of rows. Each group is in the stratum of most of its rows
/// (ties: lowest code).
std::shared_ptr<const Strata> make_group_strata(const Dataset& data, const Groups& groups, bool stratify);

/// The number of rows of each stratum in each group: groups x strata, row-major.
std::vector<std::uint64_t> stratum_counts(const Groups& groups, const Strata& strata);

/// A fold for each group: the largest group first, each to the fold with the fewest rows, ties to the lower
/// fold (METHODS A.12). `order` is a permutation of the groups; groups of equal size are dealt in its order.
/// O(groups (log groups + folds)).
std::vector<std::uint32_t> deal_by_size(const Groups& groups, std::span<const Row> order,
                                        std::uint64_t folds);

/// A fold for each group such that all folds have similar shares of every stratum and of all rows: greedily,
/// then by single moves while one improves the objective (METHODS I.17). `counts` is from stratum_counts(),
/// `order` as in deal_by_size(). O(groups folds strata) for the greedy part and for each move.
std::vector<std::uint32_t> deal_by_strata(std::span<const std::uint64_t> counts, std::size_t strata,
                                          std::span<const Row> order, std::uint64_t folds);

} // namespace unseen
