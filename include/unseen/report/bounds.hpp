// Answers about bounds from counts.
//
// Example:
//
//     const auto& kind = bound::kind_named("binomial");
//     bound::Inputs inputs;
//     inputs.set(kind.inputs[0], {0});   // errors
//     inputs.set(kind.inputs[1], {100}); // rows
//     const Answer answer = answer_of(kind, inputs, bound::compute(kind, inputs, "", Delta(0.05)));
//     assert(format_named("json").print(answer).find("\"kind\": \"binomial\"") != std::string::npos);
#pragma once

#include "unseen/bound/kinds.hpp"
#include "unseen/report/answer.hpp"

namespace unseen {

/// The limits as a table. The notes give their probability, target and assumptions. In JSON a limit that does
/// not exist is null, with its reason in the key next to it.
Answer answer_of(const bound::Kind& kind, const bound::Inputs& inputs, const bound::Bound& bound);

} // namespace unseen
