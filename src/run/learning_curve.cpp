#include "unseen/run/learning_curve.hpp"

#include "unseen/measure/measure.hpp"
#include "unseen/stats/quantile.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

constexpr std::size_t replicates = 500;
constexpr std::uint64_t percentile_repetition = 7; ///< of purpose `interval`: METHODS H.1

/// The splits' figures: a row for each split, a column for each size. Empty if some split lacks one.
std::vector<std::vector<double>> trials_of(const LearningCurve& curve)
{
    std::vector<std::vector<double>> trials(curve.points.front()->per_split.size());
    for (const auto* point : curve.points) {
        if (point->per_split.size() != trials.size()) return {};
        for (std::size_t t = 0; t < trials.size(); ++t) {
            if (!point->per_split[t]) return {};
            trials[t].push_back(point->per_split[t].number());
        }
    }
    return trials;
}

/// Percentiles of replicates. Some may be infinite, so the upper one is not interpolated if `up` says so: the next larger replicate stands for what lies between two.
Limits percentiles(std::vector<double> values, Level level, bool up)
{
    std::sort(values.begin(), values.end());
    const auto next = [&](double q) {
        return values[static_cast<std::size_t>(std::ceil(q * static_cast<double>(values.size() - 1)))];
    };
    const double outside = 1.0 - tail(level);
    return {.lower = std::isfinite(next(outside)) ? quantile(values, outside) : next(outside),
            .upper = up ? next(tail(level)) : quantile(values, tail(level))};
}

void fit_law(LearningCurve& curve, ResponseType response, Level level, std::uint64_t seed)
{
    const auto measure = make_measure(Spec::parse(curve.points.front()->measure), response == ResponseType::classes);
    curve.lower_is_better = measure.direction == Direction::lower_is_better;
    if (!curve.lower_is_better || measure.lowest != 0.0) {
        curve.law_reason = "not_an_error";
        return;
    }
    const auto trials = trials_of(curve);
    std::vector<double> sizes;
    for (const auto* point : curve.points) sizes.push_back(point->training_rows);
    if (trials.empty()) {
        curve.law_reason = "no_value";
        return;
    }
    curve.law = fit_power_law(sizes, trials);
    if (!curve.law) {
        curve.law_reason = "few_sizes";
        return;
    }
    const double largest = curve.law->at(sizes.back());
    const double goal = measure.highest == 1.0 ? largest - 0.01 : 0.9 * largest;
    curve.twice = {.at = 2.0 * sizes.back(), .value = curve.law->at(2.0 * sizes.back())};
    curve.less = {.at = goal, .value = curve.law->rows_for(goal)};
    if (trials.size() < 2) return;
    std::vector<double> twice, rows;
    std::vector<std::size_t> drawn(trials.size());
    for (std::size_t b = 0; b < replicates; ++b) {
        Stream stream(seed, Purpose::interval, percentile_repetition, b);
        for (auto& trial : drawn) trial = stream.below(trials.size());
        const auto law = fit_power_law(sizes, trials, drawn);
        twice.push_back(law->at(curve.twice.at));
        rows.push_back(law->rows_for(goal));
        curve.unreachable += std::isfinite(rows.back()) ? 0.0 : 1.0 / static_cast<double>(replicates);
    }
    curve.twice.limits = percentiles(std::move(twice), level, false);
    curve.less.limits = percentiles(std::move(rows), level, true);
}

} // namespace

std::vector<LearningCurve> learning_curves(std::span<const Estimate> estimates, ResponseType response, Level level,
                                           std::uint64_t seed)
{
    std::vector<LearningCurve> curves;
    for (const auto& e : estimates) {
        const auto same = [&](const LearningCurve& curve) {
            return curve.points.front()->learner_name == e.learner_name && curve.points.front()->learner == e.learner &&
                   curve.points.front()->measure == e.measure;
        };
        auto curve = std::ranges::find_if(curves, same);
        if (curve == curves.end()) curve = curves.insert(curves.end(), LearningCurve{});
        curve->points.push_back(&e);
    }
    for (auto& curve : curves) {
        std::ranges::sort(curve.points, {}, &Estimate::training_rows);
        fit_law(curve, response, level, seed);
    }
    return curves;
}

} // namespace unseen
