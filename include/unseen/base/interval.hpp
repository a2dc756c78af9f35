// Two-sided intervals: the limits, what they are about and what is promised of them.
#pragma once

#include "unseen/base/level.hpp"
#include "unseen/base/target.hpp"

#include <string>
#include <vector>

namespace unseen {

/// A lower and an upper limit.
struct Limits {
    double lower = 0.0;
    double upper = 1.0;

    friend bool operator==(const Limits&, const Limits&) = default;
};

/// Limits of a figure, or of a difference of two, with what they rest on.
struct Interval {
    double lower = 0.0;
    double upper = 0.0;
    Level level{0.95};
    std::string method{};
    Target target = Target::none;
    Guarantee guarantee = Guarantee::heuristic;
    std::vector<std::string> assumptions{};

    friend bool operator==(const Interval&, const Interval&) = default;
};

} // namespace unseen
