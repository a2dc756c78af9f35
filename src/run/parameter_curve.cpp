#include "unseen/run/parameter_curve.hpp"

#include "unseen/measure/measure.hpp"

#include <algorithm>

namespace unseen {

std::vector<ParameterCurve> parameter_curves(std::span<const Estimate> estimates, ResponseType response,
                                             const std::function<CurvePlace(const Estimate&)>& place_of)
{
    std::vector<ParameterCurve> curves;
    for (const auto& e : estimates) {
        const auto place = place_of(e);
        auto curve = std::ranges::find_if(curves, [&](const ParameterCurve& c) {
            return c.learner_name == place.learner_name && c.learner == place.learner &&
                   c.measure == e.asked.measure;
        });
        if (curve == curves.end()) {
            const auto measure =
                make_measure(Spec::parse(e.asked.measure), response == ResponseType::classes);
            curve = curves.insert(curves.end(),
                                  {.learner = place.learner,
                                   .learner_name = place.learner_name,
                                   .measure = e.asked.measure,
                                   .lower_is_better = measure.direction == Direction::lower_is_better});
        }
        curve->points.push_back({place.at, &e});
    }
    for (auto& curve : curves) std::ranges::stable_sort(curve.points, {}, &CurvePoint::at);
    return curves;
}

} // namespace unseen
