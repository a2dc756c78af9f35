// The verdict of a comparison.
//
// Example:
//
//     const auto answer = compare::compare_discordant({.only_a = 8, .only_b = 1}, Level(0.95));
//     const auto verdict = compare::verdict_of(answer);
//     assert(verdict.state == VerdictState::shown && verdict.leaders == std::vector<std::string>{"A"});
#pragma once

#include "unseen/compare/comparison.hpp"
#include "unseen/verdict/verdict.hpp"

namespace unseen::compare {

/// Says who leads by the first measure, and the result of the deciding test for each pair. Primary tests
/// decide. For many data sets, tests of pairs decide after a test of all learners has found a difference;
/// with a control, tests against it decide. Further measures give further verdicts.
Verdict verdict_of(const Answer& answer);

} // namespace unseen::compare
