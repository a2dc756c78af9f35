#include "stats/beta_limits.hpp"

#include "unseen/stats/distributions.hpp"

namespace unseen {

Limits beta_limits(double ones, double trials, double d, double outside)
{
    const double others = trials - ones;
    return {ones > 0.0 ? beta_quantile(outside / 2.0, ones + d, others + 1.0 - d) : 0.0,
            others > 0.0 ? beta_quantile(1.0 - outside / 2.0, ones + 1.0 - d, others + d) : 1.0};
}

} // namespace unseen
