// Private: C4.5's pruning by pessimistic errors, with subtree raising (Quinlan 1993, chapter 4).
#pragma once

#include "learn/tree/c45_rows.hpp"

namespace unseen::tree::c45 {

/// The tree pruned as in `settings`, without the nodes that are cut off. `rows` are the rows that it was
/// grown on.
Tree pruned(Tree tree, const Settings& settings, RowLists& rows);

} // namespace unseen::tree::c45
