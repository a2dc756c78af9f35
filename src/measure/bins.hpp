// Private: bins of equal width over [0, 1].
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace unseen {

/// The lower end of bin b of n, which is the upper end of bin b - 1.
inline double bin_edge(std::size_t b, std::size_t n)
{
    return static_cast<double>(b) / static_cast<double>(n);
}

/// The bin ]b/n, (b+1)/n] that holds p. The first bin also holds 0.
inline std::size_t bin_of(double p, std::size_t n)
{
    auto b = static_cast<std::size_t>(
        std::clamp(std::ceil(p * static_cast<double>(n)) - 1.0, 0.0, static_cast<double>(n - 1)));
    while (b > 0 && p <= bin_edge(b, n)) --b;
    while (b + 1 < n && p > bin_edge(b + 1, n)) ++b;
    return b;
}

} // namespace unseen
