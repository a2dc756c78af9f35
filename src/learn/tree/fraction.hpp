// Private: exact comparison of fractions of integers, so that rounding does not decide ties between splits.
#pragma once

#include "unseen/base/uint128.hpp"

namespace unseen::tree {

/// top / bottom, bottom > 0; not reduced.
struct Fraction {
    uint128 top = 0;
    uint128 bottom = 1;
};

/// True if a > b, exactly. If cross products could overflow 128 bits, the integer parts are compared, then
/// the reciprocals of the rests.
[[gnu::noinline]] inline bool greater(Fraction a, Fraction b)
{
    if (((a.top | a.bottom | b.top | b.bottom) >> 64) == 0) return a.top * b.bottom > b.top * a.bottom;
    for (;;) {
        const uint128 whole_a = a.top / a.bottom;
        const uint128 whole_b = b.top / b.bottom;
        if (whole_a != whole_b) return whole_a > whole_b;
        const uint128 rest_a = a.top - whole_a * a.bottom;
        const uint128 rest_b = b.top - whole_b * b.bottom;
        if (rest_a == 0) return false;
        if (rest_b == 0) return true;
        // rest_a / a.bottom > rest_b / b.bottom  <=>  b.bottom / rest_b > a.bottom / rest_a
        const Fraction next_a{b.bottom, rest_b};
        b = {a.bottom, rest_a};
        a = next_a;
    }
}

} // namespace unseen::tree
