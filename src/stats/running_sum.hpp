// Private: a sum that is read after each number.
#pragma once

#include "stats/double_double.hpp"

namespace unseen {

/// The sum of numbers from 0 up. Each addition loses a relative 1e-31 at most, so that reading gives the exact sum rounded once, unless that lies so near to the
/// middle between two doubles; an ExactSum takes ten times as long to read.
class RunningSum {
public:
    void add(double x)
    {
        const auto sum = detail::exact_sum(sum_.high, x);
        sum_ = detail::exact_sum_ordered(sum.high, sum.low + sum_.low);
    }
    double value() const { return sum_.high; }

private:
    detail::DoubleDouble sum_;
};

} // namespace unseen
