#include "compare/bca.hpp"

#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/moments.hpp"

#include <algorithm>
#include <cmath>

namespace unseen::compare::detail {

double BcaDifference::below(double x) const
{
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), x);
    return (static_cast<double>(first - sorted.begin()) + static_cast<double>(last - sorted.begin())) /
           (2.0 * static_cast<double>(sorted.size()));
}

std::string BcaDifference::missing() const
{
    if (sorted.empty() || 20 * undefined > drawn()) return "undefined_in_resamples";
    if (sorted.back() - sorted.front() <= 1e-12 * std::max(std::abs(sorted.front()), std::abs(sorted.back())))
        return "zero_variance";
    return "";
}

Limits BcaDifference::limits(double outside) const
{
    return bca_limits_at(sorted, below(value), acceleration ? acceleration.number() : 0.0, outside);
}

double BcaDifference::p_above(double shift) const
{
    const double all = static_cast<double>(sorted.size());
    const double u = normal_quantile((below(shift) * all + 0.5) / (all + 1.0));
    const double share = below(value);
    const bool one_sided = !(share > 0.0 && share < 1.0); // then the limits are percentiles
    const double z0 = one_sided ? 0.0 : normal_quantile(share);
    const double a = one_sided || !acceleration ? 0.0 : acceleration.number();
    // A limit at level p lies at the level Phi(z0 + w / (1 - a w)) of the replicates, w = z0 + Phi^-1(p): solved for p.
    const double w = (u - z0) / std::max(1.0 + a * (u - z0), 1e-9);
    // So many replicates cannot show a smaller one, however far the correction moves it.
    const double least = 0.5 / (all + 1.0);
    return std::clamp(normal_tail(-(w - z0)), least, 1.0 - least);
}

double BcaDifference::p_below(double shift) const { return 1.0 - p_above(shift); }

double BcaDifference::standard_deviation() const
{
    Moments moments;
    for (const double x : sorted) moments.add(x);
    return std::sqrt(moments.variance());
}

BcaDifference BcaDifference::mirrored() const
{
    BcaDifference result{
        .undefined = undefined, .value = -value, .acceleration = acceleration ? Value(-acceleration.number()) : acceleration};
    for (auto x = sorted.rbegin(); x != sorted.rend(); ++x) result.sorted.push_back(-*x);
    return result;
}

BcaDifference bca_difference(std::vector<double> replicates, double value, Value acceleration)
{
    BcaDifference result{.value = value, .acceleration = std::move(acceleration)};
    const std::size_t drawn = replicates.size();
    std::erase_if(replicates, [](double x) { return std::isnan(x); });
    result.undefined = drawn - replicates.size();
    std::sort(replicates.begin(), replicates.end());
    result.sorted = std::move(replicates);
    return result;
}

Value acceleration_of(std::span<const double> jackknife, std::span<const double> times)
{
    const auto count = [&](std::size_t i) { return times.empty() ? 1.0 : times[i]; };
    ExactSum sum;
    double all = 0.0;
    for (std::size_t i = 0; i < jackknife.size(); ++i) {
        if (std::isnan(jackknife[i])) return Value::none("undefined_in_resamples");
        sum.add(count(i) * jackknife[i]);
        all += count(i);
    }
    const double mean = sum.value() / all;
    ExactSum squares;
    ExactSum cubes;
    for (std::size_t i = 0; i < jackknife.size(); ++i) {
        const double d = mean - jackknife[i];
        squares.add(count(i) * d * d);
        cubes.add(count(i) * d * d * d);
    }
    const double spread = squares.value();
    return spread > 0.0 ? Value(cubes.value() / (6.0 * spread * std::sqrt(spread))) : Value(0.0);
}

std::vector<double> replicates_of(std::size_t units, const OfCounts& difference, const Draws& draws)
{
    std::vector<double> values(draws.count);
    in_chunks(draws, 16, [&](std::size_t begin, std::size_t end) {
        std::vector<std::uint32_t> counts(units);
        for (std::size_t b = begin; b < end; ++b) {
            std::fill(counts.begin(), counts.end(), 0);
            Stream stream(draws.seed, Purpose::interval, 0, b);
            draw_rows(stream, units, [&](std::size_t unit, unsigned times) { counts[unit] += times; });
            values[b] = difference(counts);
        }
    });
    return values;
}

std::vector<double> jackknife_of(std::size_t units, const OfCounts& difference, std::size_t threads)
{
    std::vector<double> values(units);
    in_chunks({.count = units, .threads = threads}, 16, [&](std::size_t begin, std::size_t end) {
        std::vector<std::uint32_t> counts(units, 1);
        for (std::size_t u = begin; u < end; ++u) {
            counts[u] = 0;
            values[u] = difference(counts);
            counts[u] = 1;
        }
    });
    return values;
}

} // namespace unseen::compare::detail
