// Private: what tests show, in words.
#pragma once

#include "unseen/compare/comparison.hpp"

#include <string>

namespace unseen::compare::detail {

/// To four decimals, without those that are 0; small ones without an exponent.
std::string rounded(double x);

/// " (sign, p = 0.0312)", and for tiny ones p < 0.0001: the adjusted p-value where there is one.
std::string evidence(const Comparison& test);

/// Whether the two-sided p-value, the adjusted one where there is one, shows a difference at `level`.
bool significant(const Comparison& test, Level level);

/// The model of the two that a difference A - B speaks for, empty for none. `higher`: a larger figure is better.
std::string better_of(const Comparison& test, double difference, bool higher);

/// What a test of A against B shows in `what`, in one sentence. `better`: the one that the data favour, may be empty.
std::string shown(const Comparison& test, const std::string& better, const std::string& what, Level level);

/// "The data show nothing about ...": of a test without a p-value.
std::string nothing_shown(const Comparison& test, const std::string& what);

/// What tests of models that were fitted once never show; to go on.
inline const std::string no_learner_shown = "They do not show that one learner is better than the other with other training sets";

} // namespace unseen::compare::detail
