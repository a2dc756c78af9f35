// Private: limits of the mean of values in a known range by bets (METHODS I.31).
#pragma once

#include "interval/end_dirichlet.hpp"

#include "unseen/base/interval.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// The lower limit of the mean of values in [0, 1], each list an order of the same values. A gambler bets on
/// the values against a mean m, with a fortune of which no bet risks more than 3/4. If m is the mean, the
/// fortune has the mean 1, so it reaches 1 / `outside` with at most this probability, and so does its average
/// over the orders (Waudby-Smith & Ramdas 2024, J. R. Stat. Soc. B 86:1). The limit is the largest m against
/// which it does. O(values x orders) a step, 60 steps.
double betting_lower(std::span<const std::vector<double>> orders, double outside);

/// The limits of the mean of values that are independent draws, `outside` / 2 on each side, over ten orders
/// that the seed draws: one order alone would make the limits depend on the order of the file.
Limits betting_limits(const RangedValues& values, double outside, std::uint64_t seed);

} // namespace unseen
