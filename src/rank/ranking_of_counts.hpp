// Private: rankings from counts of rows.
#pragma once

#include "unseen/rank/ranking.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace unseen {

/// Makes a ranking of `blocks` blocks. `scores` holds the bits of the scores as doubles, in descending order;
/// `counts` is as Ranking::counts(). The ranking shares both arrays. O(blocks).
Ranking ranking_of_counts(std::shared_ptr<const std::uint64_t[]> scores,
                          std::shared_ptr<const std::uint64_t[]> counts, std::size_t blocks);

} // namespace unseen
