// Private: the bootstrap of measures of ranks: sorted once, a replicate in linear time (METHODS C.15, I.1).
#pragma once

#include "estimate/precision_interval.hpp"
#include "estimate/replicates.hpp"

#include "unseen/measure/ranking.hpp"
#include "unseen/stats/random.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// Draws as many rows as there are, with replacement, and counts those of each cell: the multinomial law of a row bootstrap, exactly. The rows
/// lie in the order of the cells. O(rows), or O(cells) where those are few.
class RowDraws {
public:
    /// `cells`: rows of each, fewer than 2^32 in all.
    explicit RowDraws(std::vector<std::uint64_t> cells);

    /// The drawn rows of each cell into `drawn`.
    void draw(Stream& stream, std::span<std::uint64_t> drawn) const;

    std::size_t size() const { return cells_.size(); }

private:
    static constexpr std::size_t chunk = 256; ///< rows that one random byte tells apart

    std::vector<std::uint64_t> cells_;
    std::vector<std::uint64_t> chunks_;  ///< rows of each chunk; none if cells are drawn themselves
    std::vector<std::uint32_t> cell_of_; ///< of each row
};

/// The AUC of `samples` bootstrap samples of the rows that the ranking counts, in integers; stream (seed, interval, 3, sample). A sample
/// of one class has none. No result depends on `threads` (0: all).
Replicates draw_auc(const Ranking& ranking, std::uint64_t seed, std::uint64_t samples, std::size_t threads);

/// The same of the average precision.
Replicates draw_average_precision(const Ranking& ranking, std::uint64_t seed, std::uint64_t samples, std::size_t threads);

/// BCa's acceleration sum d^3 / (6 (sum d^2)^1.5) of the AUC: its jackknife in closed form, (P A - V10) / (P - 1) without a positive row,
/// (N A - V01) / (N - 1) without a negative one, V the placements of DeLong. At least two rows of each class; `zero_variance` if all are
/// equal. O(blocks).
Value auc_acceleration(const Ranking& ranking);

/// The same of the average precision, by influences (METHODS I.2).
Value precision_acceleration(const Ranking& ranking);

} // namespace unseen
