// Private: limits of the net benefit at a threshold (METHODS I.35 c).
#pragma once

#include "unseen/base/interval.hpp"
#include "unseen/base/level.hpp"

namespace unseen {

/// `mover_benefit`: limits of the net benefit of `tp` true and `fp` false positives among n independent rows
/// of one weight. The counts are cells of one multinomial, so that their errors are correlated.
class BenefitLimits {
public:
    BenefitLimits(double tp, double fp, double n, Level level);

    bool are_of(double tp, double fp) const { return tp == tp_ && fp == fp_; }
    /// At the odds t / (1 - t) of the threshold t.
    Limits at(double odds) const;

private:
    double tp_, fp_, p_, q_;
    Limits of_p_, of_q_;
    double correlation_;
};

} // namespace unseen
