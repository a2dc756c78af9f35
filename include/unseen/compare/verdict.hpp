// The verdict of a comparison.
//
// Example:
//
//     const auto verdict = compare::verdict_of(compare::compare_discordant({.only_a = 8, .only_b = 1}, Level(0.95)));
//     assert(verdict.state == VerdictState::shown && verdict.leaders == std::vector<std::string>{"A"});
#pragma once

#include "unseen/compare/comparison.hpp"
#include "unseen/verdict/verdict.hpp"

namespace unseen::compare {

/// Who leads by the first measure, and what the tests to go by say of each pair: primary tests, for many data
/// sets those of pairs, where a test of all learners at once has found a difference, and for a control those
/// against it. Further measures give further verdicts.
Verdict verdict_of(const Answer& answer);

} // namespace unseen::compare
