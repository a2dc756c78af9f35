// Private: grows a full tree from presorted features and a training multiset.
#pragma once

#include "learn/tree/scratch.hpp"
#include "learn/tree/settings.hpp"

#include <stop_token>

namespace unseen::tree {

/// Grows the tree of `train` into scratch.tree. Throws LearnerError for an empty training set, or if a stop
/// is requested. With Growing::sampled features are drawn by the stream (seed, learner), and `presorted` has
/// ranks: a node then sorts only the drawn features, at a cost that does not depend on the others.
void grow(const Presorted& presorted, const Growing& growing, const RowSet& train,
          const std::stop_token& stop, Scratch& scratch, std::uint64_t seed = 0);

} // namespace unseen::tree
