// Private: exact sums of few numbers.
#pragma once

#include "stats/double_double.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace unseen {

/// The sum of at most 32 numbers, which equals that of an ExactSum, without its 68 limbs: partial sums that
/// do not overlap, rounded once, half to even (Shewchuk 1997, Discrete Comput. Geom. 18:305).
inline double sum_of_few(std::span<const double> values)
{
    std::array<double, 33> partials;
    std::size_t used = 0;
    for (double x : values) {
        std::size_t kept = 0;
        for (std::size_t j = 0; j < used; ++j) {
            const auto [high, low] = detail::exact_sum(x, partials[j]);
            partials[kept] = low; // without branches, which would depend on the values
            kept += low != 0.0 ? 1 : 0;
            x = high;
        }
        partials[kept++] = x;
        used = kept;
    }
    double sum = 0.0;
    double low = 0.0;
    while (used > 0 && low == 0.0) {
        const double high = sum;
        const double next = partials[--used];
        sum = high + next;
        low = next - (sum - high);
    }
    if (used > 0 && (low < 0.0) == (partials[used - 1] < 0.0) && low != 0.0) { // half way, but for the rest
        const double rounded = sum + 2.0 * low;
        if (2.0 * low == rounded - sum) sum = rounded;
    }
    if (std::isfinite(sum)) return sum + 0.0;
    ExactSum exact; // a sum on the way was too large
    exact.add(values);
    return exact.value();
}

} // namespace unseen
