#include "unseen/report/noise_curves.hpp"

#include "report/curve_parts.hpp"

#include "unseen/base/number.hpp"
#include "unseen/report/verdicts.hpp"

#include <algorithm>

namespace unseen {

namespace {

void add_shares(ResultTable& table, std::span<const ParameterCurve> curves)
{
    table.columns.push_back({"share"});
    auto row = table.rows.begin();
    for (const auto& [curve, point] : points_of_rows(curves)) (row++)->push_back(shortest(point.at));
}

} // namespace

Answer with_noise_curves(Answer answer, std::span<const ParameterCurve> curves,
                         std::span<const ComparedLearners> compared, const NoiseOptions& noise, Level level)
{
    const CurveAxis axis{.title = "share of noise", .key = "share", .before = "at share ", .after = ""};
    answer.table = parameter_curve_table(curves, axis, level);
    std::vector<Note> notes = {noise_text(noise)};
    auto json = Json::object().add("kind", noise.classes ? "class" : "attribute");
    json.add(noise.classes ? "by" : "where", noise.classes ? noise.by : noise.where).add("draw", noise.draw);
    answer.json.add("noise", std::move(json))
        .add("noise_curves", Json::list(curves, [&](const ParameterCurve& curve) {
                 return parameter_curve_json(curve, axis);
             }));
    if (const auto pairs = add_curve_pairs(answer.json, curves, compared, axis); !pairs.empty())
        notes.emplace_back("Which learner is better (p-values adjusted over the pairs of one share):", pairs);
    answer.notes.insert(answer.notes.begin(), notes.begin(), notes.end());
    conclude(answer, verdict_at_the_end(curves, compared, axis));
    if (answer.long_table) add_shares(*answer.long_table, curves);
    return answer;
}

} // namespace unseen
