#include "draws/bca.hpp"

#include "unseen/stats/binomial_draw.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/moments.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

double bootstrap_quantile(std::span<const double> sorted, double p)
{
    const auto all = static_cast<double>(sorted.size());
    const double rank = (all + 1.0) * p;
    const double whole = std::floor(rank);
    if (!(whole >= 1.0)) return sorted.front();
    if (whole >= all) return sorted.back();
    const auto k = static_cast<std::size_t>(whole);
    if (rank == whole) return sorted[k - 1];
    const double low = normal_quantile(whole / (all + 1.0));
    const double high = normal_quantile((whole + 1.0) / (all + 1.0));
    return sorted[k - 1] + (normal_quantile(p) - low) / (high - low) * (sorted[k] - sorted[k - 1]);
}

Limits percentile_limits(std::span<const double> sorted, double outside)
{
    return {bootstrap_quantile(sorted, outside / 2), bootstrap_quantile(sorted, tail(outside))};
}

Limits bca_limits_at(std::span<const double> sorted, double below, double acceleration, double outside)
{
    if (!(below > 0.0 && below < 1.0)) return percentile_limits(sorted, outside);
    const double z0 = normal_quantile(below);
    const auto end = [&](double p) {
        const double z = z0 + normal_quantile(p);
        return bootstrap_quantile(sorted, normal_tail(-(z0 + z / (1.0 - acceleration * z))));
    };
    return {end(outside / 2), end(tail(outside))};
}

Limits bca_limits(std::span<const double> sorted, double value, double acceleration, double outside)
{
    const auto below = std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin();
    return bca_limits_at(sorted, static_cast<double>(below) / static_cast<double>(sorted.size()),
                         acceleration, outside);
}

Maybe<Limits> drawn_limits(const Replicates& replicates, double value, std::optional<double> acceleration,
                           double outside)
{
    if (const auto* missing = replicates.missing()) return *missing;
    const auto& sorted = replicates.sorted;
    const Limits limits =
        acceleration ? bca_limits(sorted, value, *acceleration, outside) : percentile_limits(sorted, outside);
    if (!(limits.lower <= value && value <= limits.upper)) return reasons::biased_in_resamples;
    return limits;
}

void Acceleration::add(double times, double below_mean)
{
    if (!(times > 0.0)) return;
    squares_.add(times * below_mean * below_mean);
    cubes_.add(times * below_mean * below_mean * below_mean);
}

Value Acceleration::value() const
{
    if (!(squares_.value() > 0.0)) return Value::none(reasons::zero_variance);
    return cubes_.value() / (6.0 * std::pow(squares_.value(), 1.5));
}

Value acceleration_of(std::span<const Value> jackknife, std::span<const std::uint64_t> times)
{
    const auto count = [&](std::size_t i) { return times.empty() ? 1.0 : static_cast<double>(times[i]); };
    ExactSum sum;
    double all = 0.0;
    bool equal = true;
    for (std::size_t i = 0; i < jackknife.size(); ++i) {
        if (!jackknife[i]) return Value::none(reasons::undefined_in_resamples);
        sum.add(count(i) * jackknife[i].number());
        all += count(i);
        equal = equal && jackknife[i] == jackknife.front();
    }
    if (equal) return Value::none(reasons::zero_variance);
    const double mean = sum.value() / all;
    Acceleration result;
    for (std::size_t i = 0; i < jackknife.size(); ++i) result.add(count(i), mean - jackknife[i].number());
    return result.value();
}

double Bca::below(double x) const
{
    const auto& sorted = replicates.sorted;
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), x);
    return (static_cast<double>(first - sorted.begin()) + static_cast<double>(last - sorted.begin())) /
           (2.0 * static_cast<double>(sorted.size()));
}

Limits Bca::limits(double outside) const
{
    return bca_limits_at(replicates.sorted, below(value), acceleration ? acceleration.number() : 0.0,
                         outside);
}

double Bca::p_above(double shift) const
{
    const double all = static_cast<double>(replicates.sorted.size());
    const double u = normal_quantile((below(shift) * all + 0.5) / (all + 1.0));
    const double share = below(value);
    const bool one_sided =
        !(share > 0.0 && share < 1.0); // the value lies outside all replicates: percentile limits
    const double z0 = one_sided ? 0.0 : normal_quantile(share);
    const double a = one_sided || !acceleration ? 0.0 : acceleration.number();
    // A limit at level p lies at the level Phi(z0 + w / (1 - a w)) of the replicates, w = z0 + Phi^-1(p):
    // solved for p.
    const double w = (u - z0) / std::max(1.0 + a * (u - z0), 1e-9);
    // This number of replicates cannot show a smaller p-value, even after the correction.
    const double least = 0.5 / (all + 1.0);
    return std::clamp(normal_tail(-(w - z0)), least, 1.0 - least);
}

double Bca::standard_deviation() const
{
    Moments moments;
    moments.add(replicates.sorted);
    return std::sqrt(moments.variance());
}

Bca Bca::mirrored() const
{
    Bca result{.replicates = {.undefined = replicates.undefined},
               .value = -value,
               .acceleration = acceleration ? Value(-acceleration.number()) : acceleration};
    const auto& sorted = replicates.sorted;
    for (auto x = sorted.rbegin(); x != sorted.rend(); ++x) result.replicates.sorted.push_back(-*x);
    return result;
}

Bca bootstrap_units(std::size_t units, const OfCounts& figure, double value, const Draws& draws)
{
    constexpr std::size_t most_left_out =
        2000; // leaving out each unit then costs no more than the samples do
    return {.replicates = replicates(units, figure, draws),
            .value = value,
            .acceleration = units <= most_left_out ? acceleration_of(jackknife(units, figure, draws.threads))
                                                   : Value::none(reasons::no_jackknife)};
}

Bca bootstrap_cells(std::span<const std::uint64_t> rows, const OfCells& figure, const Draws& draws)
{
    const auto sample = [&, of = figure, drawn = std::vector<std::uint64_t>(rows.size())](
                            Stream& stream, std::span<Value> value) mutable {
        draw_multinomial(stream, rows, drawn);
        value[0] = of(drawn);
    };
    std::vector<std::uint64_t> less(rows.begin(), rows.end());
    std::vector<Value> jackknife;
    for (auto& cell : less) {
        --cell;
        jackknife.push_back(figure(less));
        ++cell;
    }
    return {.replicates = std::move(replicates(1, draws, Purpose::interval, 0, sample).front()),
            .value = figure(rows).number(),
            .acceleration = acceleration_of(jackknife, rows)};
}

} // namespace unseen
