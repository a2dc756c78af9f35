// A finite-sample bound on an error: both sides, each with the probability with which it may fail, and what it rests on.
#pragma once

#include "unseen/base/delta.hpp"
#include "unseen/base/target.hpp"
#include "unseen/base/value.hpp"

#include <string>
#include <vector>

namespace unseen::bound {

/// Both limits at once.
struct TwoSided {
    Value lower = Value::none("no_lower_bound");
    Value upper = Value::none("no_upper_bound");

    friend bool operator==(const TwoSided&, const TwoSided&) = default;
};

/// A bound on the target. `upper` and `lower` each fail with probability at most delta, taken alone; the two limits of `two_sided` were
/// given delta / 2 each and fail together with probability at most delta. A side that does not exist says why.
struct Bound {
    std::string form{}; ///< which of the kind's inequalities, for example "chernoff-kl"
    double value = 0.0; ///< the empirical figure that is bounded
    Value upper = Value::none("no_upper_bound");
    Value lower = Value::none("no_lower_bound");
    Value complement = Value::none("no_upper_bound"); ///< 1 - upper: the least accuracy
    TwoSided two_sided{};
    Delta delta{0.05};
    double two_sided_delta = 0.05; ///< delta, but for order statistics, whose ranks allow certain probabilities only
    Target target = Target::none;
    Guarantee guarantee = Guarantee::heuristic;
    std::vector<std::string> assumptions{}; ///< whole sentences

    friend bool operator==(const Bound&, const Bound&) = default;
};

} // namespace unseen::bound
