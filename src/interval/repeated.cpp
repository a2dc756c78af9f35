#include "unseen/interval/repeated.hpp"

#include "interval/limits.hpp"
#include "stats/first_where.hpp"

#include "unseen/stats/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

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
    if (!std::isfinite(sum * sum / squares)) return reasons::infinite;
    const double half = student_t_quantile(tail(level), sum * sum / squares) * std::sqrt(sum) / n;
    auto limits = clipped(mean_of(means_of(items)), half, lowest, highest);
    if (auto runs = crossed_runs(items)) { // other runs of the same items
        runs->of_items = runs->of_both = 0.0;
        const auto of_runs = runs->limits(lowest, highest, level);
        limits = {std::min(limits.lower, of_runs.lower), std::max(limits.upper, of_runs.upper)};
    }
    return limits;
}

namespace {

/// How items share runs, as a graph of both.
class SharedRuns {
public:
    explicit SharedRuns(const RepeatedItems& items) : items_(items), parent_(items.runs())
    {
        std::iota(parent_.begin(), parent_.end(), 0U);
        std::vector<bool> occurs(parent_.size(), false);
        for (const auto& of_item : items.run)
            for (const auto r : of_item) occurs[r] = true;
        runs_ = parts_ = static_cast<std::size_t>(std::ranges::count(occurs, true));
        for (const auto& of_item : items.run)
            for (const auto r : of_item) join(of_item.front(), r);
    }

    std::size_t runs() const { return runs_; }
    /// Degrees of freedom of the runs, adjusted for the items.
    double df_runs() const { return static_cast<double>(runs_ - parts_); }
    /// Of the residual.
    double df_rest() const { return static_cast<double>(items_.rows() - items_.values.size()) - df_runs(); }
    bool tells() const { return df_runs() >= 1.0 && df_rest() >= 1.0; }

    /// Takes the mean of each connected part from numbers of the runs. Those of the equations below add up to
    /// 0 there but for rounding, from which no solution may be made.
    void centre(std::vector<double>& of_runs)
    {
        std::vector<double> sums(of_runs.size(), 0.0), sizes(of_runs.size(), 0.0);
        for (std::uint32_t r = 0; r < of_runs.size(); ++r) {
            sums[root(r)] += of_runs[r];
            ++sizes[root(r)];
        }
        for (std::uint32_t r = 0; r < of_runs.size(); ++r) of_runs[r] -= sums[root(r)] / sizes[root(r)];
    }

private:
    std::uint32_t root(std::uint32_t r)
    {
        while (parent_[r] != r) r = parent_[r] = parent_[parent_[r]];
        return r;
    }
    void join(std::uint32_t a, std::uint32_t b)
    {
        a = root(a);
        b = root(b);
        if (a == b) return;
        parent_[b] = a;
        --parts_;
    }

    const RepeatedItems& items_;
    std::vector<std::uint32_t> parent_;
    std::size_t runs_ = 0;
    std::size_t parts_ = 0;
};

/// The totals by run of the values less their items' means.
std::vector<double> run_totals(const RepeatedItems& items, const std::vector<std::vector<double>>& values)
{
    std::vector<double> totals(items.runs(), 0.0);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double mean = mean_of(values[i]);
        for (std::size_t k = 0; k < values[i].size(); ++k) totals[items.run[i][k]] += values[i][k] - mean;
    }
    return totals;
}

/// The effect of its run in place of each value.
std::vector<std::vector<double>> spread_out(const RepeatedItems& items, const std::vector<double>& effects)
{
    std::vector<std::vector<double>> values;
    for (const auto& of_item : items.run) {
        auto& own = values.emplace_back();
        for (const auto r : of_item) own.push_back(effects[r]);
    }
    return values;
}

double product(const std::vector<double>& a, const std::vector<double>& b)
{
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// The least-squares effects of the runs beside those of the items, by conjugate gradients: one step where
/// every item has every run.
std::vector<double> run_effects(const RepeatedItems& items, SharedRuns& shared,
                                const std::vector<double>& totals)
{
    std::vector<double> effects(totals.size(), 0.0);
    auto left = totals;
    auto direction = left;
    double squares = product(left, left);
    const double enough = 1e-26 * squares;
    for (std::size_t step = 0; step < 2 * totals.size() && squares > enough; ++step) {
        const auto image = run_totals(items, spread_out(items, direction));
        const double along = product(direction, image);
        if (!(along > 0.0)) break;
        const double length = squares / along;
        for (std::size_t r = 0; r < effects.size(); ++r) {
            effects[r] += length * direction[r];
            left[r] -= length * image[r];
        }
        shared.centre(left);
        const double before = std::exchange(squares, product(left, left));
        for (std::size_t r = 0; r < effects.size(); ++r)
            direction[r] = left[r] + squares / before * direction[r];
    }
    return effects;
}

/// The sums of squares of the values less their items' means: of the runs, and of the rest.
std::pair<double, double> run_squares(const RepeatedItems& items, SharedRuns& shared)
{
    auto totals = run_totals(items, items.values);
    shared.centre(totals);
    const auto effects = run_effects(items, shared, totals);
    const auto fitted = spread_out(items, effects);
    double all = 0.0;
    double rest = 0.0;
    for (std::size_t i = 0; i < fitted.size(); ++i) {
        const double mean = mean_of(items.values[i]);
        const double effect = mean_of(fitted[i]);
        for (std::size_t k = 0; k < fitted[i].size(); ++k) {
            const double own = items.values[i][k] - mean;
            all += own * own;
            rest += std::pow(own - fitted[i][k] + effect, 2.0);
        }
    }
    const auto beyond_rounding = [&](double part) { return part > 1e-24 * all ? part : 0.0; };
    return {beyond_rounding(product(totals, effects)), beyond_rounding(rest)};
}

/// The sum of the squared shares of the runs in the mean of the items' means.
double squared_shares(const RepeatedItems& items)
{
    std::vector<double> shares(items.runs(), 0.0);
    for (const auto& of_item : items.run)
        for (const auto r : of_item) shares[r] += 1.0 / static_cast<double>(of_item.size());
    return product(shares, shares) / std::pow(static_cast<double>(items.run.size()), 2.0);
}

/// The deviations of the items' means from theirs, or their sums over clusters.
std::vector<double> deviations_of(const std::vector<double>& means, double mean,
                                  std::span<const std::uint32_t> cluster)
{
    std::vector<double> sums(cluster.empty() ? means.size() : std::ranges::max(cluster) + std::size_t{1},
                             0.0);
    std::vector<bool> used(sums.size(), false);
    for (std::size_t i = 0; i < means.size(); ++i) {
        const auto unit = cluster.empty() ? i : cluster[i];
        sums[unit] += means[i] - mean;
        used[unit] = true;
    }
    std::size_t kept = 0;
    for (std::size_t u = 0; u < sums.size(); ++u)
        if (used[u]) sums[kept++] = sums[u];
    sums.resize(kept);
    return sums;
}

/// The squared quantile of Student's t outside which this share lies, however small.
double squared_quantile(double outside, double df)
{
    return std::pow(student_t_quantile(outside / 2.0, df), 2.0);
}

} // namespace

double CrossedRuns::error(double more_items, double more_runs) const
{
    const double rest = std::min(of_items, of_both);
    return std::sqrt((of_items - rest) / more_items + std::max(0.0, of_runs - rest) / more_runs +
                     rest / (more_items * more_runs));
}

double CrossedRuns::half(double outside) const
{
    const double items = squared_quantile(outside, df_items);
    const double runs = squared_quantile(outside, df_runs);
    return std::sqrt(std::max(items * of_items, items * std::max(0.0, of_items - of_both) + runs * of_runs));
}

double CrossedRuns::tail(double distance) const
{
    if (distance < 0.0) return 1.0 - tail(-distance);
    return first_where(0.0, 0.5, [&](double p) { return half(2.0 * p) <= distance; });
}

Limits CrossedRuns::limits(double lowest, double highest, Level level) const
{
    const double range = highest - lowest;
    const double share = (mean - lowest) / range;
    const double half = this->half(level.outside());
    if (!std::isfinite(range) || !(share > 0.0 && share < 1.0)) return clipped(mean, half, lowest, highest);
    const auto shares = on_logit_scale(share, half / range / (share * (1.0 - share)));
    return {lowest + range * shares.lower, lowest + range * shares.upper};
}

RepeatedItems in_runs(const Measure& measure, RepeatedItems items)
{
    if (const auto& added = measure.row_mean()->of_repeats)
        for (auto& of_item : items.values) of_item = added(of_item);
    return items;
}

bool may_have_runs(const RepeatedItems& items) { return SharedRuns(items).tells(); }

std::optional<CrossedRuns> crossed_runs(RepeatedItems items, std::span<const std::uint32_t> cluster)
{
    SharedRuns shared(items);
    if (!shared.tells()) return std::nullopt;
    const double first =
        items.values.front().front(); // what all values share costs sums of squares no digits
    for (auto& of_item : items.values)
        for (double& x : of_item) x -= first;
    const auto means = means_of(items);
    CrossedRuns found{.mean = mean_of(means), .runs = shared.runs(), .df_runs = shared.df_runs()};
    const auto deviations = deviations_of(means, found.mean, cluster);
    const auto units = static_cast<double>(deviations.size());
    if (units < 2.0) return std::nullopt;
    found.df_items = units - 1.0;
    found.of_items = product(deviations, deviations) * units / (units - 1.0) /
                     std::pow(static_cast<double>(means.size()), 2.0);
    const auto [of_runs, rest] = run_squares(items, shared);
    const double ms_runs = of_runs / found.df_runs;
    const double ms_rest = rest / shared.df_rest();
    // E ms_runs = residual + v_runs (rows - items) / df_runs
    const double share = squared_shares(items) * found.df_runs / (shared.df_runs() + shared.df_rest());
    found.of_runs = share * ms_runs;
    found.of_both = share * ms_rest;
    if (!(found.of_items + found.of_runs > 0.0) || !std::isfinite(found.of_items + found.of_runs))
        return std::nullopt;
    found.mean += first;
    if (ms_rest > 0.0) {
        const double f = ms_runs / ms_rest;
        found.f = cluster.empty() ? Value(f) : Value::none(reasons::no_p_value);
        found.p_value = cluster.empty() ? Value(f_tail(f, found.df_runs, shared.df_rest()))
                                        : Value::none(reasons::no_p_value);
    }
    return found;
}

} // namespace unseen
