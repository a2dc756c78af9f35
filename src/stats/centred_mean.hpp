// Private: a weighted mean that is exact if all values are equal.
#pragma once

#include "unseen/stats/exact_sum.hpp"

namespace unseen {

/// A weighted mean: reference + sum w (value - reference) / sum w. It is exactly the reference if all values
/// equal it. Sums are exact, so that the order of the values does not matter.
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
