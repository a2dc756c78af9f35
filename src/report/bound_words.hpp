// Private: how bounds are worded in every report.
#pragma once

#include "unseen/bound/kinds.hpp"
#include "unseen/report/json.hpp"

#include <string>

namespace unseen {

/// What holds with what probability, in one sentence.
std::string statement(const bound::Bound& bound);
/// What that rests on, sentence after sentence.
std::string assumptions_of(const bound::Bound& bound);
/// Appends the members of the answer of docs/CLI.md "bound". The figures it was computed from stand in the order of the kind's inputs.
Json& add_bound(Json& json, const std::string& name, const bound::Bound& bound, const bound::Kind& kind,
                const bound::Inputs& inputs);

} // namespace unseen
