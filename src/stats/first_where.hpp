// Private: bisection to the last bit.
#pragma once

namespace unseen {

/// The x in [low, high] where an increasing condition becomes true, to the last bit; `high` if it does not
/// before.
template <class Condition>
double first_where(double low, double high, const Condition& holds)
{
    for (int i = 0; i < 200; ++i) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high) break;
        (holds(middle) ? high : low) = middle;
    }
    return high;
}

} // namespace unseen
