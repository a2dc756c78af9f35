#include "unseen/estimate/learning_forecast.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/moments.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

constexpr std::size_t fewest_sizes = 4;
constexpr double range = 4.0; ///< of sizes over which the slope is measured

/// The position of the size nearest to a quarter of the largest, ties to the smaller.
std::size_t base_of(std::span<const double> sizes)
{
    const double wanted = std::log(sizes.back() / range);
    const auto distance = [&](double size) { return std::abs(std::log(size) - wanted); };
    return static_cast<std::size_t>(std::ranges::min_element(sizes, {}, distance) - sizes.begin());
}

} // namespace

Limits LearningForecast::at(double rows) const
{
    require(rows >= size && rows <= farthest * size, "rows = " + shortest(rows) + " must lie between " +
                                                         shortest(size) + " and " +
                                                         shortest(farthest * size));
    return {level.lower * std::pow(rows / size, -slope), level.upper};
}

std::optional<double> LearningForecast::rows_for_less(double gain) const
{
    require(gain > 0.0, "gain = " + shortest(gain) + " must be positive");
    if (gain >= error) return std::nullopt;
    return size * std::pow(error / (error - gain), 1.0 / slope);
}

Maybe<LearningForecast> learning_forecast(std::span<const double> sizes,
                                          std::span<const std::vector<double>> trials,
                                          double test_train_ratio, const Limits& level_interval, Level level)
{
    if (sizes.size() < fewest_sizes || trials.size() < 2 || sizes.back() / sizes.front() < range)
        return reasons::few_sizes;
    const auto base = base_of(sizes);
    Moments falls;
    Moments last;
    for (const auto& trial : trials) {
        falls.add(trial[base] - trial.back());
        last.add(trial.back());
    }
    const double error = last.mean();
    if (!(error > 0.0)) return reasons::no_errors;
    const auto n = static_cast<double>(trials.size());
    const double se = std::sqrt((1.0 / n + test_train_ratio) * falls.variance());
    const double fall = falls.mean() + student_t_quantile(tail(level), n - 1.0) * se;
    if (!(fall > 0.0) || !(se > 0.0)) return reasons::no_visible_fall;
    return LearningForecast{.size = sizes.back(),
                            .error = error,
                            .level = level_interval,
                            .slope = std::log1p(fall / error) / std::log(sizes.back() / sizes[base])};
}

} // namespace unseen
