// Growing: from presorted features and a training multiset to a full tree.
#pragma once

#include "learn/tree/scratch.hpp"
#include "learn/tree/settings.hpp"

#include <stop_token>

namespace unseen::tree {

/// Grows the tree of `train` into scratch.tree. Throws LearnerError for an empty training set, or if stopped.
void grow(const Presorted& presorted, const Growing& growing, const RowSet& train, const std::stop_token& stop, Scratch& scratch);

} // namespace unseen::tree
