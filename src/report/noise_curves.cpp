#include "unseen/report/noise_curves.hpp"

#include "report/curve_parts.hpp"

#include "unseen/base/number.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// The long table has the estimates in the order in which the curves' points point at them.
void add_shares(ResultTable& table, std::span<const ParameterCurve> curves)
{
    std::vector<CurvePoint> points;
    for (const auto& curve : curves) points.insert(points.end(), curve.points.begin(), curve.points.end());
    std::ranges::sort(points, {}, &CurvePoint::estimate);
    table.columns.push_back({"share"});
    for (std::size_t i = 0; i < points.size(); ++i) table.rows.at(i).push_back(shortest(points[i].at));
}

} // namespace

Answer with_noise_curves(Answer answer, std::span<const ParameterCurve> curves, std::span<const ComparedLearners> compared,
                         const NoiseOptions& noise, Level level)
{
    const CurveAxis axis{.title = "share of noise", .key = "share", .before = "at share ", .after = ""};
    answer.table = parameter_curve_table(curves, axis, level);
    std::vector<std::string> notes = {noise_text(noise)};
    auto json = Json::object().add("kind", noise.classes ? "class" : "attribute");
    json.add(noise.classes ? "by" : "where", noise.classes ? noise.by : noise.where).add("draw", noise.draw);
    answer.json.add("noise", std::move(json)).add("noise_curves", Json::list(curves, [&](const ParameterCurve& curve) {
                                                      return parameter_curve_json(curve, axis);
                                                  }));
    if (const auto pairs = add_curve_pairs(answer.json, curves, compared, axis); !pairs.empty()) {
        notes.emplace_back("Which learner is better (corrected t; p-values adjusted over the pairs of one share):");
        notes.insert(notes.end(), pairs.begin(), pairs.end());
    }
    answer.notes.insert(answer.notes.begin(), notes.begin(), notes.end());
    if (answer.long_table) add_shares(*answer.long_table, curves);
    return answer;
}

} // namespace unseen
