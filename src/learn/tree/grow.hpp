// Private: grows a full tree from presorted features and a training multiset.
#pragma once

#include "learn/tree/scratch.hpp"
#include "learn/tree/settings.hpp"

#include <stop_token>

namespace unseen::tree {

/// Grows the tree of `train` into scratch.tree. Throws LearnerError for an empty training set, or if a stop is requested.
void grow(const Presorted& presorted, const Growing& growing, const RowSet& train, const std::stop_token& stop, Scratch& scratch);

} // namespace unseen::tree
