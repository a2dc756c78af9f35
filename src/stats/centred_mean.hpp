// Private: a weighted mean that keeps equal values as they are.
#pragma once

#include "unseen/stats/exact_sum.hpp"

namespace unseen {

/// A weighted mean, exactly the reference if all values are equal to it. Sums are exact, so that their order does not matter.
class CentredMean {
public:
    explicit CentredMean(double reference) : reference_(reference) {}
    void add(double weight, double value)
    {
        all_.add(weight);
        beyond_.add(weight * (value - reference_));
    }
    double value() const { return reference_ + beyond_.value() / all_.value(); }

private:
    double reference_;
    ExactSum all_;
    ExactSum beyond_;
};

} // namespace unseen
