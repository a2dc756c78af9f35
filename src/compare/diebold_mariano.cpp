// Diebold and Mariano's test of two forecasts by their losses in the order of time.
#include "unseen/base/error.hpp"
#include "unseen/compare/paired.hpp"
#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/moments.hpp"

#include "compare/inference.hpp"

#include <cmath>

namespace unseen::compare {

namespace {

/// (1/n) sum over t of the products of deviations `lag` apart.
double autocovariance(std::span<const double> deviations, std::size_t lag)
{
    ExactSum sum;
    for (std::size_t t = lag; t < deviations.size(); ++t) sum.add_product(deviations[t], deviations[t - lag]);
    return sum.value() / static_cast<double>(deviations.size());
}

} // namespace

Comparison diebold_mariano(const PairedScores& losses, std::uint64_t horizon, Level level)
{
    return detail::diebold_mariano_inference(losses, horizon, level).comparison;
}

detail::Inference detail::diebold_mariano_inference(const PairedScores& losses, std::uint64_t horizon,
                                                    Level level)
{
    const auto d = differences(losses);
    require(horizon >= 1 && horizon <= d.size(), "the horizon is " + std::to_string(horizon) +
                                                     "; expected 1 to " + std::to_string(d.size()) +
                                                     ", the number of rows");
    Inference result =
        paired_t_inference(losses, 0.0, level); // for horizon 1 this is the result; else its edge cases hold
    auto& comparison = result.comparison;
    comparison.test = "diebold_mariano";
    if (comparison.interval) {
        comparison.interval->method = comparison.test;
        comparison.interval->estimand = Estimand::model;
        comparison.interval->guarantee = Guarantee::asymptotic;
        comparison.interval->assumptions = {"The differences of the losses are stationary, and forecasts "
                                            "further apart than the horizon are independent."};
    }
    if (!comparison.statistic || horizon == 1) return result;
    const auto n = static_cast<double>(d.size());
    const auto h = static_cast<double>(horizon);
    const double mean = mean_of(d);
    std::vector<double> deviations;
    for (const double x : d) deviations.push_back(x - mean);
    std::vector<double> lags;
    for (std::size_t k = 0; k < horizon; ++k) lags.push_back(autocovariance(deviations, k));
    const auto variance = [&](bool bartlett) {
        double sum = lags[0];
        for (std::size_t k = 1; k < lags.size(); ++k)
            sum += 2.0 * (bartlett ? 1.0 - static_cast<double>(k) / h : 1.0) * lags[k];
        return sum / n;
    };
    double v = variance(false);
    if (!(v > 0.0)) {
        v = variance(true);
        comparison.warnings.push_back(
            {warnings::dm_bartlett,
             "the autocovariances add up to no variance; further lags count less (Bartlett weights)"});
    }
    const double error = std::sqrt(v) / std::sqrt((n + 1.0 - 2.0 * h + h * (h - 1.0) / n) / n);
    if (!(error > 0.0 && std::isfinite(error))) {
        take_away(comparison, reasons::zero_variance);
        return {.comparison = std::move(comparison)};
    }
    result = from_error(std::move(comparison), mean, error, n - 1.0,
                        losses.direction == Direction::higher_is_better, level.outside());
    const auto limits = result.limits(level.outside());
    result.comparison.interval->lower = limits.lower;
    result.comparison.interval->upper = limits.upper;
    return result;
}

} // namespace unseen::compare
