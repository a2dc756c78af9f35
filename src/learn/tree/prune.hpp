// Pruning: which inner nodes of a grown tree become leaves.
#pragma once

#include "learn/tree/settings.hpp"
#include "learn/tree/tree.hpp"

namespace unseen::tree {

/// The tree pruned as `settings` ask for; nodes cut off are gone from the arrays.
Tree pruned(const Tree& grown, const Settings& settings);

} // namespace unseen::tree
