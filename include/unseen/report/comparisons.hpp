// Answers about comparisons.
#pragma once

#include "unseen/compare/comparison.hpp"
#include "unseen/report/answer.hpp"

namespace unseen {

/// One row a test, the primary one marked; below them what the data show and what they do not, in two sentences. In JSON what does not exist
/// is null, with its reason beside it.
Answer answer_of(const compare::Answer& compared);

} // namespace unseen
