// Private: pruning, which turns inner nodes of a grown tree into leaves.
#pragma once

#include "learn/tree/settings.hpp"
#include "learn/tree/tree.hpp"

namespace unseen::tree {

/// The tree pruned as in `settings`. Nodes that are cut off are removed from the arrays.
Tree pruned(const Tree& grown, const Settings& settings);

} // namespace unseen::tree
