#include "unseen/interval/repeated.hpp"

#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace unseen {

namespace {

double mean_of(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The variance with divisor n - 1, n > 1.
double variance_of(const std::vector<double>& values)
{
    const double mean = mean_of(values);
    double squares = 0.0;
    for (const double x : values) squares += (x - mean) * (x - mean);
    return squares / static_cast<double>(values.size() - 1);
}

std::vector<double> means_of(const RepeatedItems& items)
{
    std::vector<double> means;
    for (const auto& of_item : items.values) means.push_back(mean_of(of_item));
    return means;
}

/// The mean variance of the items with two or more repeats; null if there are none.
std::optional<double> within_of(const RepeatedItems& items)
{
    double sum = 0.0;
    double n = 0.0;
    for (const auto& of_item : items.values) {
        if (of_item.size() < 2) continue;
        sum += variance_of(of_item);
        n += 1.0;
    }
    return n > 0.0 ? std::optional(sum / n) : std::nullopt;
}

/// An item's variance over its number of repeats; one repeat takes the mean variance.
double error_of(const std::vector<double>& of_item, double within)
{
    return (of_item.size() < 2 ? within : variance_of(of_item)) / static_cast<double>(of_item.size());
}

Limits clipped(double mean, double half, double lowest, double highest)
{
    return {std::max(lowest, mean - half), std::min(highest, mean + half)};
}

} // namespace

Value ItemSpread::standard_error(double items, double repeats) const
{
    return error ? Value(std::sqrt((between + within / repeats) / items)) : error;
}

ItemSpread spread_of(const RepeatedItems& items)
{
    const auto means = means_of(items);
    ItemSpread spread{.mean = mean_of(means)};
    if (means.size() < 2) return spread;
    const double of_means = variance_of(means);
    const auto n = static_cast<double>(means.size());
    spread.error = Value(std::sqrt(of_means / n));
    spread.within = within_of(items).value_or(0.0);
    double noise = 0.0;
    for (const auto& of_item : items.values) noise += error_of(of_item, spread.within);
    spread.between = std::max(0.0, of_means - noise / n);
    return spread;
}

Maybe<Limits> limits_of_these_items(const RepeatedItems& items, double lowest, double highest, Level level)
{
    const auto within = within_of(items);
    if (!within) return reasons::one_repeat;
    const auto n = static_cast<double>(items.values.size());
    const double repeats = static_cast<double>(items.rows()) / n;
    const double range = highest - lowest;
    const double more = std::isfinite(range) ? range * range / (repeats * repeats) : 0.0;
    double sum = 2.0 * more;
    double squares = 2.0 * more * more;
    for (const auto& of_item : items.values) {
        const double error = error_of(of_item, *within);
        sum += error;
        if (of_item.size() > 1) squares += error * error / static_cast<double>(of_item.size() - 1);
    }
    if (!(squares > 0.0)) return reasons::zero_variance;
    const double half = student_t_quantile(tail(level), sum * sum / squares) * std::sqrt(sum) / n;
    return clipped(mean_of(means_of(items)), half, lowest, highest);
}

std::optional<CrossedRuns> crossed_runs(const RepeatedItems& items, double lowest, double highest,
                                        Level level)
{
    const auto& x = items.values;
    if (!items.runs || x.size() < 2 || x.front().size() < 2) return std::nullopt;
    const auto n = static_cast<double>(x.size());
    const auto r = static_cast<double>(x.front().size());
    const auto of_items = means_of(items);
    std::vector<double> of_runs(x.front().size(), 0.0);
    for (const auto& of_item : x)
        for (std::size_t k = 0; k < of_runs.size(); ++k) of_runs[k] += of_item[k] / n;
    const double mean = mean_of(of_items);
    const double ms_items = r * variance_of(of_items);
    const double ms_runs = n * variance_of(of_runs);
    double rest = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t k = 0; k < of_runs.size(); ++k)
            rest += std::pow(x[i][k] - of_items[i] - of_runs[k] + mean, 2.0);
    const double ms_rest = rest / ((n - 1.0) * (r - 1.0));
    const double all = ms_items + ms_runs - ms_rest;
    if (!(std::max(all, ms_items) > 0.0)) return std::nullopt;
    CrossedRuns found{.mean = mean, .error = std::sqrt(std::max(all, ms_items) / (n * r)), .df = n - 1.0};
    if (ms_runs > ms_rest)
        found.df = std::max(1.0, all * all /
                                     (ms_items * ms_items / (n - 1.0) + ms_runs * ms_runs / (r - 1.0) +
                                      ms_rest * ms_rest / ((n - 1.0) * (r - 1.0))));
    const double half = student_t_quantile(tail(level), found.df) * found.error;
    found.limits = clipped(mean, half, lowest, highest);
    if (ms_rest > 0.0) {
        found.f = Value(ms_runs / ms_rest);
        found.p_value = Value(f_tail(ms_runs / ms_rest, r - 1.0, (n - 1.0) * (r - 1.0)));
    }
    return found;
}

} // namespace unseen
