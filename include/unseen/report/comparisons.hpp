// Answers about comparisons.
//
// Example:
//
//     const auto compared = compare::compare_discordant({.only_a = 8, .only_b = 1}, Level(0.95));
//     const Answer answer = answer_of(compared);
//     assert(answer.table.rows.size() == compared.comparisons.size()); // one row a test
//     std::cout << format_named("text").print(answer);
#pragma once

#include "unseen/compare/comparison.hpp"
#include "unseen/report/answer.hpp"

namespace unseen {

/// A table with one row per test, in which the primary test is marked. Two sentences below it say what the
/// data show and what they do not. In JSON a figure that does not exist is null, with its reason in the key
/// next to it.
Answer answer_of(const compare::Answer& compared);

} // namespace unseen
