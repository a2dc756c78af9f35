#include "unseen/estimate/power_law.hpp"

#include "unseen/stats/moments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unseen {

namespace {

constexpr double least_exponent = 0.05;
constexpr double largest_exponent = 3.0;

/// The mean errors of the sizes, and their weights.
struct Means {
    std::span<const double> sizes;
    std::vector<double> error;
    std::vector<double> weight;
};

std::vector<double> weights_of(std::size_t sizes, std::span<const std::vector<double>> trials)
{
    std::vector<double> variances;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < sizes; ++j) {
        Moments moments;
        for (const auto& trial : trials) moments.add(trial[j]);
        variances.push_back(trials.size() > 1 ? moments.variance() : 0.0);
        if (variances.back() > 0.0) least = std::min(least, variances.back());
    }
    for (double& variance : variances) {
        if (!(variance > 0.0)) variance = std::isfinite(least) ? least : 1.0;
        variance = static_cast<double>(trials.size()) / variance;
    }
    return variances;
}

/// The best floor and factor for an exponent, both >= 0: a regression on n^-exponent.
PowerLaw with_exponent(const Means& means, double exponent)
{
    PowerLaw law{.exponent = exponent};
    double w = 0.0, wx = 0.0, wy = 0.0;
    std::vector<double> x;
    for (std::size_t j = 0; j < means.sizes.size(); ++j) {
        x.push_back(std::pow(means.sizes[j], -exponent));
        w += means.weight[j];
        wx += means.weight[j] * x[j];
        wy += means.weight[j] * means.error[j];
    }
    double xx = 0.0, xy = 0.0, raw_xx = 0.0, raw_xy = 0.0;
    for (std::size_t j = 0; j < x.size(); ++j) {
        xx += means.weight[j] * (x[j] - wx / w) * (x[j] - wx / w);
        xy += means.weight[j] * (x[j] - wx / w) * (means.error[j] - wy / w);
        raw_xx += means.weight[j] * x[j] * x[j];
        raw_xy += means.weight[j] * x[j] * means.error[j];
    }
    law.factor = xy / xx;
    law.floor = wy / w - law.factor * wx / w;
    if (law.floor < 0.0) {
        law.floor = 0.0;
        law.factor = raw_xy / raw_xx;
    }
    if (law.factor < 0.0) {
        law.factor = 0.0;
        law.floor = std::max(0.0, wy / w);
    }
    for (std::size_t j = 0; j < x.size(); ++j) {
        const double rest = means.error[j] - law.floor - law.factor * x[j];
        law.objective += means.weight[j] * rest * rest;
        if (const double miss = std::sqrt(means.weight[j]) * std::abs(rest); miss > law.largest_miss) {
            law.largest_miss = miss;
            law.missed_size = means.sizes[j];
        }
    }
    return law;
}

} // namespace

double PowerLaw::at(double n) const { return floor + factor * std::pow(n, -exponent); }

double PowerLaw::rows_for(double error) const
{
    return error > floor && factor > 0.0 ? std::pow(factor / (error - floor), 1.0 / exponent)
                                         : std::numeric_limits<double>::infinity();
}

std::optional<PowerLaw> fit_power_law(std::span<const double> sizes,
                                      std::span<const std::vector<double>> trials,
                                      std::span<const std::size_t> drawn)
{
    if (sizes.size() < 4 || trials.empty()) return std::nullopt;
    Means means{.sizes = sizes,
                .error = std::vector<double>(sizes.size(), 0.0),
                .weight = weights_of(sizes.size(), trials)};
    const std::size_t n = drawn.empty() ? trials.size() : drawn.size();
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < sizes.size(); ++j)
            means.error[j] += trials[drawn.empty() ? i : drawn[i]][j] / static_cast<double>(n);

    // The sum of squares as a function of the logarithm of the exponent: a grid, then a golden section around
    // its best point.
    constexpr int steps = 60;
    const double low = std::log(least_exponent), high = std::log(largest_exponent);
    const auto on_grid = [&](int k) { return low + (high - low) * std::clamp(k, 0, steps) / steps; };
    const auto at = [&](double log_exponent) { return with_exponent(means, std::exp(log_exponent)); };
    int best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k <= steps; ++k)
        if (const double objective = at(on_grid(k)).objective; objective < least) {
            least = objective;
            best = k;
        }
    constexpr double golden = 0.61803398874989484820;
    double left = on_grid(best - 1), right = on_grid(best + 1);
    double a = right - golden * (right - left), b = left + golden * (right - left);
    double at_a = at(a).objective, at_b = at(b).objective;
    for (int step = 0; step < 80; ++step) {
        if (at_a <= at_b) {
            right = b;
            b = a;
            at_b = at_a;
            a = right - golden * (right - left);
            at_a = at(a).objective;
        } else {
            left = a;
            a = b;
            at_a = at_b;
            b = left + golden * (right - left);
            at_b = at(b).objective;
        }
    }
    auto law = at((left + right) / 2.0);
    if (const auto of_grid = at(on_grid(best)); of_grid.objective < law.objective) law = of_grid;
    law.at_the_end = law.exponent < 1.001 * least_exponent || law.exponent > largest_exponent / 1.001;
    return law;
}

} // namespace unseen
