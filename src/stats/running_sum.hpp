// Private: a sum that is read after each number.
#pragma once

#include "stats/double_double.hpp"

namespace unseen {

/// The sum of numbers >= 0. Each addition has a relative error of at most 1e-31, so that reading gives the
/// exact sum rounded once unless it lies that close to the middle between two doubles. Reading an ExactSum
/// takes ten times as long.
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
