// Intervals of shares of a loss that are explained, such as r2, on the logarithmic scale of the rest (METHODS
// I.35 a).
#include "draws/units.hpp"
#include "interval/methods.hpp"
#include "interval/unit_ratio.hpp"

#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace unseen {

namespace {

/// Of rows that are independent draws: fewer degrees of freedom make limits that no reader can use, such as
/// -1e6, and hardly cover more often (docs/VALIDITY.md).
constexpr double fewest_df = 3.0;

} // namespace

/// 1 - theta exp(+-h), theta the ratio of the sums of both losses, h = t sqrt(V) / theta.
Maybe<IntervalEnds> log_ratio(const TestIntervalInput& input, Level level)
{
    const auto& view = *input.predictions;
    const auto& share = *input.measure->explained_share();
    std::vector<double> losses(view.size()), of_constant(view.size());
    share.losses(view, losses);
    share.of_constant(view, of_constant);
    for (std::size_t i = 0; i < view.size(); ++i) {
        losses[i] *= view.weight_of(i);
        of_constant[i] *= view.weight_of(i);
    }
    const UnitTotals totals{.sums = sums_over(*input.units, losses),
                            .weights = sums_over(*input.units, of_constant)};
    const auto s = spread_of(totals);
    if (s.most > most_of_one_unit)
        return input.cluster.empty() ? reasons::too_few_rows : reasons::too_few_clusters;
    if (!(s.variance > 0.0)) return reasons::zero_variance;
    const double df = input.cluster.empty() ? std::max(fewest_df, s.df) : s.df;
    const double half = student_t_quantile(tail(level), df) * std::sqrt(s.variance) / s.theta;
    double sum = 0.0, squares = 0.0;
    for (const double loss : totals.sums) {
        sum += loss;
        squares += loss * loss;
    }
    std::vector<Warning> warnings;
    warn_of_few_carriers(warnings, *input.measure, sum * sum / squares,
                         static_cast<double>(totals.sums.size()));
    return IntervalEnds{.limits = {1.0 - s.theta * std::exp(half), 1.0 - s.theta * std::exp(-half)},
                        .assumptions = {"many draws, none of which carries most of a sum"},
                        .warnings = std::move(warnings)};
}

} // namespace unseen
