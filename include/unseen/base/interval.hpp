// Two-sided intervals: the limits, their estimand and their guarantee.
//
// Example:
//
//     const Interval interval{.lower = 0.1, .upper = 0.3, .level = Level(0.9), .method = "wilson"};
//     assert(interval.level.value() == 0.9 && interval.guarantee == Guarantee::heuristic);
#pragma once

#include "unseen/base/estimand.hpp"
#include "unseen/base/level.hpp"

#include <string>
#include <vector>

namespace unseen {

/// A lower and an upper limit. The defaults suit a proportion about which nothing is known.
struct Limits {
    double lower = 0.0;
    double upper = 1.0;

    friend bool operator==(const Limits&, const Limits&) = default;
};

/// Limits of a figure, or of a difference of two figures, with their method and assumptions.
struct Interval {
    double lower = 0.0;
    double upper = 0.0;
    Level level{0.95};
    std::string method{};
    Estimand estimand = Estimand::none;
    Estimand also = Estimand::none; ///< a second figure that the limits are about, if there is one
    Guarantee guarantee = Guarantee::heuristic;
    std::vector<std::string> assumptions{};

    friend bool operator==(const Interval&, const Interval&) = default;
};

} // namespace unseen
