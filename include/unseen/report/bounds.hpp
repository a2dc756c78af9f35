// Answers about bounds from counts.
#pragma once

#include "unseen/bound/kinds.hpp"
#include "unseen/report/answer.hpp"

namespace unseen {

/// The limits, and below them what holds with what probability, and what that rests on. In JSON a limit that does not exist is null, with
/// its reason beside it.
Answer answer_of(const bound::Kind& kind, const bound::Inputs& inputs, const bound::Bound& bound);

} // namespace unseen
