// Private: the wording of bounds in all reports.
#pragma once

#include "unseen/bound/kinds.hpp"
#include "unseen/report/json.hpp"
#include "unseen/verdict/verdict.hpp"

#include <string>

namespace unseen {

/// One sentence that says what holds with which probability.
std::string statement(const bound::Bound& bound);
/// The verdict with this statement.
Verdict bound_verdict(const bound::Bound& bound);
/// The assumptions, one sentence each.
std::string assumptions_of(const bound::Bound& bound);
/// Appends the keys of the answer of docs/CONTRACT.md "bound". The inputs are in the order of the kind.
Json& add_bound(Json& json, const std::string& name, const bound::Bound& bound, const bound::Kind& kind,
                const bound::Inputs& inputs);

} // namespace unseen
