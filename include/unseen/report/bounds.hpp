// Bounds as a table for people and as JSON for programs.
#pragma once

#include "unseen/bound/kinds.hpp"
#include "unseen/report/json.hpp"
#include "unseen/report/result_table.hpp"

#include <string>

namespace unseen {

/// The limits, and below them what holds with what probability, and what that rests on.
ResultTable bound_table(const std::string& kind, const bound::Bound& bound);

/// DESIGN's `bound` answer. A limit that does not exist is null, with its reason beside it.
Json bound_json(const bound::Kind& kind, const bound::Inputs& inputs, const bound::Bound& bound);

} // namespace unseen
