// Private: rankings from what was counted already.
#pragma once

#include "unseen/rank/ranking.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace unseen {

/// The ranking whose first `blocks` scores, as the bits of doubles in descending order, and counts of rows, as Ranking::counts() has them, are these.
/// The arrays are kept. O(blocks).
Ranking ranking_of_counts(std::shared_ptr<const std::uint64_t[]> scores, std::shared_ptr<const std::uint64_t[]> counts,
                          std::size_t blocks);

} // namespace unseen
