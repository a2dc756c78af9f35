#include "unseen/stats/quantile.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace unseen {

double quantile(std::span<const double> sorted, double q)
{
    require(q >= 0.0 && q <= 1.0, "quantile: q = " + std::to_string(q) + " must lie in [0, 1]");
    require(!sorted.empty(), "quantile: there are no numbers; expected at least one");
    const double h = static_cast<double>(sorted.size() - 1) * q;
    const auto below = static_cast<std::size_t>(std::floor(h));
    const auto above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (h - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

} // namespace unseen
