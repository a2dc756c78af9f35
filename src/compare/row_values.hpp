// Private: the row values of a pair of models by a measure that is a function of their mean.
#pragma once

#include "compare/pair.hpp"

namespace unseen::compare::detail {

const RowValues& row_values(const PairInput& input);

/// Draws how many rows have each pair of values, if there are few such pairs, as of 0 and 1.
std::optional<Bca> bootstrap_value_pairs(const PairInput& input);

/// A measure of sums: finished(a / w) - finished(b / w).
Value difference_of_sums(const Measure& measure, double a, double b, double w);

} // namespace unseen::compare::detail
