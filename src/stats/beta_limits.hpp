// Private: limits of a proportion from the quantiles of beta laws (METHODS I.25).
#pragma once

#include "unseen/base/interval.hpp"

namespace unseen {

/// The limits of a proportion, `ones` of `trials`, from the quantiles of Beta(ones + d, trials - ones + 1 -
/// d) and Beta(ones + 1 - d, trials - ones + d), `outside` / 2 on each side; both counts may be fractions. d
/// = 0 gives Clopper and Pearson's limits, d = 1/2 Jeffreys'. 0 if no one is counted, 1 if all are.
Limits beta_limits(double ones, double trials, double d, double outside);

} // namespace unseen
