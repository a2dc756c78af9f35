// Private: grows a tree of C4.5 from presorted features and a training multiset.
#pragma once

#include "learn/tree/c45_rows.hpp"
#include "learn/tree/c45_rules.hpp"

#include <stop_token>

namespace unseen::tree::c45 {

/// Working memory that fits reuse.
struct Scratch {
    std::vector<Entry> entries; ///< the numeric features, one after the other, with `stride` elements each
    std::size_t stride = 0;
    std::vector<Entry> buffer;
    std::vector<std::uint8_t> goes_left;     ///< by row: the side in the current split
    std::vector<double> weight;              ///< by row: at the node that is searched
    std::vector<std::uint32_t> active;       ///< for each level, the features that are not constant there
    std::vector<std::uint32_t> active_count; ///< for each level, their number
    EntropyTerms terms;
};

/// Grows the tree of `rows` and collapses it: a split whose leaves make no fewer training errors than itself
/// is a leaf. Throws LearnerError if a stop is requested.
Tree grow(const Shared& shared, const Growing& growing, RowLists& rows, const std::stop_token& stop,
          Scratch& scratch);

} // namespace unseen::tree::c45
