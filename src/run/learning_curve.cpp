#include "unseen/run/learning_curve.hpp"

#include "unseen/measure/measure.hpp"

#include <algorithm>
#include <utility>

namespace unseen {

namespace {

/// The points with a figure in every split.
std::vector<const Estimate*> whole_points(const ParameterCurve& curve)
{
    std::vector<const Estimate*> points;
    for (const auto& [at, point] : curve.points)
        if (!point->per_split.empty() && std::ranges::all_of(point->per_split, [](const Value& v) { return v.exists(); }))
            points.push_back(point);
    return points;
}

/// True if the law lies outside of the interval of a point: then the curve has another form.
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
        curve.law_reason = "not_an_error";
        return;
    }
    const auto points = whole_points(curve.curve);
    std::vector<double> sizes;
    std::vector<std::vector<double>> trials(points.empty() ? 0 : points.front()->per_split.size());
    for (const auto* point : points) {
        sizes.push_back(point->training_rows);
        for (std::size_t t = 0; t < trials.size(); ++t) trials[t].push_back(point->per_split[t].number());
    }
    curve.law = fit_power_law(sizes, trials);
    if (!curve.law) {
        curve.law_reason = "few_sizes";
        return;
    }
    if (misses_a_point(*curve.law, points)) {
        curve.law.reset();
        curve.law_reason = "no_power_law";
        return;
    }
    const double largest = curve.law->at(sizes.back());
    curve.goal = measure.highest == 1.0 && largest > 0.01 ? largest - 0.01 : 0.9 * largest;
}

} // namespace

std::vector<LearningCurve> learning_curves(std::span<const Estimate> estimates, ResponseType response)
{
    std::vector<LearningCurve> curves;
    for (auto& curve : parameter_curves(estimates, response, [](const Estimate& e) {
             return CurvePlace{e.learner, e.learner_name, e.training_rows};
         })) {
        curves.push_back({.curve = std::move(curve)});
        fit_law(curves.back(), response);
    }
    return curves;
}

} // namespace unseen
