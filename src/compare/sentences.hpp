// Private: sentences about the results of tests.
#pragma once

#include "unseen/compare/comparison.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace unseen::compare::detail {

/// A sentence names no more learners, models or pairs than these; the tables have all.
constexpr std::size_t most_named = 6;

/// A number rounded to four decimals, without trailing zeros and without an exponent.
std::string rounded(double x);

/// The test and its p-value: " (sign, p = 0.0312)", " (sign, adjusted p = 0.0624)" or " (sign, p < 0.0001)".
std::string evidence(const Comparison& test);

/// True if the two-sided p-value (the adjusted one if there is one) is significant at `level`, and no
/// interval speaks against it.
bool significant(const Comparison& test, Level level);

/// "not significant at the 5 % level", for level 0.95.
std::string not_significant(Level level);

/// The model with the better figure by the difference A - B; empty for a difference of 0. `higher`: a larger
/// figure is better.
std::string better_of(const Comparison& test, double difference, bool higher);

/// What a sentence is about: "error rate on new rows", of which no difference was seen "in these rows".
struct Subject {
    std::string figure;
    std::string scope = "on new rows";
    std::string seen = "rows";
};

/// One sentence on the result of a test of A against B. `better` is the model with the better figure, or
/// empty; `more` a further clause, or empty.
std::string shown(const Comparison& test, const std::string& better, const Subject& subject, Level level,
                  const std::string& more = "");

/// On the tests of `base` against each other learner among tests of pairs: whether it has the best figure,
/// and which differences are significant.
std::string base_shown(std::span<const Comparison> tests, const std::string& base, const Subject& subject,
                       bool higher, Level level);

/// The clause for a test without a p-value: "The data show nothing about ...".
std::string nothing_shown(const Comparison& test, const std::string& what);

/// The limits of tests of models that were fitted once. Further clauses follow.
std::string no_learner_shown(std::span<const Model> models);

} // namespace unseen::compare::detail
