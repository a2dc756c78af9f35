// Private: the deviance of two positive numbers, without cancellation if they are close.
#pragma once

#include <cmath>

namespace unseen::detail {

/// x ln(x/y) - (x - y) for x, y > 0, given x - y (Loader 2000: bd0). Near x = y by the series of the
/// logarithm in v = (x-y)/(x+y).
inline double deviance(double x, double y, double difference)
{
    const double sum = x + y;
    if (std::abs(difference) >= 0.1 * sum) return x * std::log(x / y) - difference;
    const double v = difference / sum;
    const double w = v * v;
    const double series =
        1.0 / 3 +
        w * (1.0 / 5 +
             w * (1.0 / 7 + w * (1.0 / 9 + w * (1.0 / 11 + w * (1.0 / 13 + w * (1.0 / 15 + w / 17))))));
    return difference * v + 2.0 * x * v * w * series;
}

} // namespace unseen::detail
