// Private: whether a test decides, and the sentences about what it does not show.
#pragma once

#include "unseen/compare/comparison.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace unseen::compare::detail {

/// The most learners, models or pairs that a sentence names; the tables have all.
constexpr std::size_t most_named = 6;

/// The p-value that decides: the adjusted one if there is one.
const Value& decisive_p(const Comparison& test);

/// True if the p-value that decides is significant at `level`, and no interval disagrees.
bool significant(const Comparison& test, Level level);

/// The further figure of a test that is called `name`; null if it has none.
const Value* figure(const Comparison& test, const std::string& name);

/// The limits of tests of models that were fitted once. Further clauses follow.
std::string no_learner_shown(std::span<const Model> models);

} // namespace unseen::compare::detail
