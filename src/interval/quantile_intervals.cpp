// Intervals of quantiles of errors (METHODS I.18).
#include "interval/limits.hpp"
#include "interval/methods.hpp"

#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

/// The order statistics x_(l), x_(u): l the largest rank with P(Bin(n, q) <= l - 1) <= outside / 2, u the
/// smallest with P(Bin(n, q) >= u) <= outside / 2. The exact limits of l - 1 and of u rows of n decide both
/// tails: they are at most q and at least q. Conservative with ties.
Maybe<IntervalEnds> error_order_statistics(const TestIntervalInput& input, Level level)
{
    const auto& view = *input.predictions;
    const std::uint64_t n = view.size();
    const double q = input.measure->error_quantile()->level;
    std::uint64_t low = 0; // largest rank that is low enough; 0: none
    for (std::uint64_t step = std::uint64_t{1} << 40; step > 0; step /= 2)
        if (low + step <= n && clopper_pearson(low + step - 1, n, level.outside()).upper <= q) low += step;
    std::uint64_t not_high = 0; // largest rank that is not high enough
    for (std::uint64_t step = std::uint64_t{1} << 40; step > 0; step /= 2)
        if (not_high + step <= n && !(clopper_pearson(not_high + step, n, level.outside()).lower >= q))
            not_high += step;
    // A rank that does not exist is an end of the range, if there is one.
    const Measure& measure = *input.measure;
    const bool ranged =
        measure.judges == Judges::values && std::isfinite(measure.lowest) && std::isfinite(measure.highest);
    if (!ranged && (low == 0 || not_high == n)) return reasons::too_few_rows;
    std::vector<double> errors(view.size());
    input.measure->error_quantile()->errors(view, errors);
    std::sort(errors.begin(), errors.end());
    if (low == 0 || not_high == n)
        return IntervalEnds{.limits = {low == 0 ? measure.lowest : errors[low - 1],
                                       not_high == n ? measure.highest : errors[not_high]}};
    const auto limits = order_statistics(errors, low - 1, not_high);
    if (!limits) return reasons::zero_variance;
    return IntervalEnds{.limits = *limits};
}

} // namespace unseen
