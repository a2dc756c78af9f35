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

void fit_law(LearningCurve& curve, ResponseType response)
{
    const auto measure = make_measure(Spec::parse(curve.curve.measure), response == ResponseType::classes);
    if (!curve.curve.lower_is_better || measure.lowest != 0.0) {
        curve.law = reasons::not_an_error;
        return;
    }
    const auto points = whole_points(curve.curve);
    std::vector<double> sizes;
    std::vector<std::vector<double>> trials(points.empty() ? 0 : points.front()->spread.per_split.size());
    for (const auto* point : points) {
        sizes.push_back(point->training_rows);
        for (std::size_t t = 0; t < trials.size(); ++t)
            trials[t].push_back(point->spread.per_split[t].number());
    }
    const auto law = fit_power_law(sizes, trials);
    if (!law) return;
    if (misses_a_point(*law, points)) {
        curve.law = reasons::no_power_law;
        return;
    }
    curve.law = *law;
    if (curve.law->largest_miss > most_standard_errors)
        curve.warnings.push_back(
            {warnings::poor_power_law,
             "the law misses the figure with " + shortest(curve.law->missed_size) + " rows by " +
                 shortest(std::round(10.0 * curve.law->largest_miss) / 10.0) +
                 " standard errors: do not believe what it says beyond the largest size"});
    const double largest = curve.law->at(sizes.back());
    curve.goal = measure.highest == 1.0 && largest > 0.01 ? largest - 0.01 : 0.9 * largest;
}

} // namespace

std::vector<LearningCurve> learning_curves(std::span<const Estimate> estimates, ResponseType response)
{
    std::vector<LearningCurve> curves;
    for (auto& curve : parameter_curves(estimates, response, [](const Estimate& e) {
             return CurvePlace{e.asked.learner, e.asked.learner_name, e.training_rows};
         })) {
        curves.push_back({.curve = std::move(curve)});
        fit_law(curves.back(), response);
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
