#include "unseen/run/learning_curve.hpp"

#include "unseen/base/number.hpp"
#include "unseen/measure/measure.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace unseen {

namespace {

constexpr double most_standard_errors = 3.0; ///< by which the law of an ordinary curve misses a mean

bool whole(const Estimate& point)
{
    return !point.spread.per_split.empty() &&
           std::ranges::all_of(point.spread.per_split, [](const Value& v) { return v.exists(); });
}

/// The points with a figure in every split.
std::vector<const Estimate*> whole_points(const ParameterCurve& curve)
{
    std::vector<const Estimate*> points;
    for (const auto& [at, point] : curve.points)
        if (whole(*point)) points.push_back(point);
    return points;
}

/// True if the law lies outside the interval of a point; then the curve has a different form.
bool misses_a_point(const PowerLaw& law, std::span<const Estimate* const> points)
{
    return std::ranges::any_of(points, [&](const Estimate* e) {
        const double error = law.at(e->training_rows);
        return e->interval && !(error >= e->interval->lower && error <= e->interval->upper);
    });
}

/// The figures of the curve in every split: an error for each size.
struct Trials {
    std::vector<const Estimate*> points;
    std::vector<double> sizes{};
    std::vector<std::vector<double>> errors{};

    explicit Trials(const ParameterCurve& curve) : points(whole_points(curve))
    {
        errors.resize(points.empty() ? 0 : points.front()->spread.per_split.size());
        for (const auto* point : points) {
            sizes.push_back(point->training_rows);
            for (std::size_t t = 0; t < errors.size(); ++t)
                errors[t].push_back(point->spread.per_split[t].number());
        }
    }
};

void fit_law(LearningCurve& curve, const Trials& trials)
{
    const auto law = fit_power_law(trials.sizes, trials.errors);
    if (!law) return;
    if (misses_a_point(*law, trials.points)) {
        curve.law = reasons::no_power_law;
        return;
    }
    curve.law = *law;
    if (law->largest_miss > most_standard_errors)
        curve.warnings.push_back(
            {warnings::poor_power_law,
             "the law misses the figure with " + written_out(law->missed_size) + " rows by " +
                 shortest(std::round(10.0 * law->largest_miss) / 10.0) +
                 " standard errors: do not believe what it says beyond the largest size"});
}

void forecast(LearningCurve& curve, const Trials& trials, double highest, Level level)
{
    if (trials.points.empty()) return;
    const auto& last = *trials.points.back();
    if (!last.interval) {
        curve.forecast = last.interval.reason();
        return;
    }
    curve.forecast = learning_forecast(trials.sizes, trials.errors, last.pairing.test_train_ratio,
                                       {last.interval->lower, last.interval->upper}, level);
    if (!curve.forecast) return;
    const double error = curve.forecast->error;
    curve.gain = highest == 1.0 && error > 0.01 ? 0.01 : 0.1 * error;
    if (!curve.law) return;
    const double twice = 2.0 * curve.forecast->size;
    const auto [lower, upper] = curve.forecast->at(twice);
    const double expected = curve.law->at(twice);
    if (lower <= 0.5 * expected && upper >= 1.5 * expected)
        curve.warnings.push_back({warnings::wide_forecast, "with " + written_out(twice) +
                                                               " rows the error may be anything from " +
                                                               readable(lower) + " to " + readable(upper)});
}

} // namespace

std::vector<LearningCurve> learning_curves(std::span<const Estimate> estimates, ResponseType response,
                                           Level level)
{
    std::vector<LearningCurve> curves;
    for (auto& curve : parameter_curves(estimates, response, [](const Estimate& e) {
             return CurvePlace{e.asked.learner, e.asked.learner_name, e.training_rows};
         })) {
        curves.push_back({.curve = std::move(curve)});
        auto& own = curves.back();
        const auto measure = make_measure(Spec::parse(own.curve.measure), response == ResponseType::classes);
        if (!own.curve.lower_is_better || measure.lowest != 0.0) {
            own.law = reasons::not_an_error;
            own.forecast = reasons::not_an_error;
            continue;
        }
        const Trials trials(own.curve);
        fit_law(own, trials);
        forecast(own, trials, measure.highest, level);
    }
    return curves;
}

namespace {

std::vector<Crossing> crossings_of(const ParameterCurve& a, const ParameterCurve& b, Level level)
{
    std::vector<double> sizes;
    std::vector<std::vector<double>> differences;
    double ratio = 0.0;
    for (const auto& [at, of_a] : a.points) {
        const auto same = std::ranges::find(b.points, at, &CurvePoint::at);
        if (same == b.points.end() || !whole(*of_a) || !whole(*same->estimate)) continue;
        sizes.push_back(at);
        differences.resize(of_a->spread.per_split.size());
        for (std::size_t s = 0; s < differences.size(); ++s)
            differences[s].push_back(of_a->spread.per_split[s].number() -
                                     same->estimate->spread.per_split.at(s).number());
        ratio = std::max(ratio, of_a->pairing.test_train_ratio);
    }
    return crossings(sizes, differences, ratio, level);
}

} // namespace

std::vector<CrossedCurves> crossed_curves(std::span<const LearningCurve> curves, Level level)
{
    std::vector<CrossedCurves> crossed;
    for (std::size_t i = 0; i < curves.size(); ++i)
        for (std::size_t j = i + 1; j < curves.size(); ++j) {
            const auto& a = curves[i].curve;
            const auto& b = curves[j].curve;
            if (a.measure != b.measure) continue;
            if (auto found = crossings_of(a, b, level); !found.empty())
                crossed.push_back({a.learner_name, b.learner_name, a.measure, std::move(found)});
        }
    return crossed;
}

} // namespace unseen
