// The result of a finite-sample bound: the limits, the probability with which they may fail, and the
// assumptions.
//
// Example:
//
//     const auto bound = bound::test_set({.errors = 0, .rows = 100}, Delta(0.05));
//     assert(std::abs(bound.upper.number() - (1 - std::pow(0.05, 1.0 / 100))) <
//            1e-15); // no errors: 1 - delta^(1/rows)
//     assert(bound.lower.number() == 0);
//     assert(bound.estimand == Estimand::model && bound.guarantee == Guarantee::exact);
#pragma once

#include "unseen/base/delta.hpp"
#include "unseen/base/estimand.hpp"
#include "unseen/base/value.hpp"
#include "unseen/base/warning.hpp"

#include <optional>
#include <string>
#include <vector>

namespace unseen::bound {

/// Two limits that hold together.
struct TwoSided {
    Value lower = Value::none(reasons::no_lower_bound);
    Value upper = Value::none(reasons::no_upper_bound);

    friend bool operator==(const TwoSided&, const TwoSided&) = default;
};

/// The part of a bound that rests on unlabelled rows: how often the classifier disagrees with the members.
struct DisagreementLimit {
    double upper = 1.0;                ///< upper limit of the disagreement, at delta / 2
    std::optional<double> mean{};      ///< the observed share, if it was counted over all members
    std::optional<double> agreement{}; ///< rho, agreement_of_members()

    friend bool operator==(const DisagreementLimit&, const DisagreementLimit&) = default;
};

/// A bound on the estimand. `upper` and `lower` each fail with probability at most delta, taken alone. Each
/// limit of `two_sided` uses delta / 2, so the probability that one of them fails is at most delta. A limit
/// that does not exist has a reason.
struct Bound {
    std::string form{}; ///< which of the kind's inequalities, for example "chernoff_kl"
    double value =
        0.0; ///< the observed figure: an error rate, or the median of the splits' errors (order statistics)
    Value upper = Value::none(reasons::no_upper_bound);
    Value lower = Value::none(reasons::no_lower_bound);
    Value complement = Value::none(reasons::no_upper_bound); ///< 1 - upper: the least accuracy
    TwoSided two_sided{};
    Delta delta{0.05};
    double two_sided_delta = 0.05; ///< delta; order statistics have the probability that their ranks give
    Estimand estimand = Estimand::none;
    Estimand value_estimand = Estimand::none; ///< what the observed figure is about, if not the estimand: the
                                              ///< members' mean error, where the estimand is their vote
    Guarantee guarantee = Guarantee::heuristic;
    std::optional<DisagreementLimit> disagreement{};
    std::vector<std::string> assumptions{}; ///< whole sentences
    std::vector<Warning> warnings{};

    friend bool operator==(const Bound&, const Bound&) = default;
};

} // namespace unseen::bound
