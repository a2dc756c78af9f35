// Private: two-sided limits before they become an interval, and functions that compute them.
#pragma once

#include "unseen/base/interval.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace unseen {

/// The inverse of the logit, 1 / (1 + e^-x).
double expit(double x);

/// expit(logit(centre) -+ half), 0 < centre < 1.
Limits on_logit_scale(double centre, double half);

/// Wilson's limits of a proportion, `ones` of `trials` > 0, with normal quantile z.
Limits wilson(double ones, double trials, double z);

/// The order statistics at these positions of numbers in ascending order. If they are tied, the limits are
/// the next smaller and the next larger number, or the tied number if there is none. The interval is then
/// wider than necessary, but never of width zero. Null if all numbers are equal.
std::optional<Limits> order_statistics(std::span<const double> sorted, std::size_t lower, std::size_t upper);

} // namespace unseen
