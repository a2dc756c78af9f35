// Private: the bootstrap of a measure that is a function of mean row values, for a pair of models.
#pragma once

#include "compare/rows/pair.hpp"

namespace unseen::compare::detail {

const RowValues& row_values(const PairInput& input);

/// If there are few distinct pairs of values (as for 0 and 1), draws the number of rows with each pair
/// instead of rows.
std::optional<Bca> bootstrap_value_pairs(const PairInput& input);

/// A measure of sums: finished(a / w) - finished(b / w).
Value difference_of_sums(const Measure& measure, double a, double b, double w);

} // namespace unseen::compare::detail
