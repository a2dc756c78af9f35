#include "unseen/report/learning_curves.hpp"

#include "report/curve_parts.hpp"
#include "report/words.hpp"

#include "unseen/base/number.hpp"

#include <cmath>

namespace unseen {

namespace {

Json number_or_null(double x) { return std::isfinite(x) ? Json(x) : Json(); }

const CurveAxis& learning_axis()
{
    static const CurveAxis rows{.title = "training rows", .key = "training_rows", .before = "with ", .after = " rows"};
    return rows;
}

Json learning_curve_json(const LearningCurve& curve)
{
    auto json = parameter_curve_json(curve.curve, learning_axis());
    if (!curve.law) {
        json.add("law", Json()).add("law_reason", curve.law_reason);
        return json;
    }
    json.add("law", Json::object()
                        .add("floor", curve.law->floor)
                        .add("factor", curve.law->factor)
                        .add("exponent", curve.law->exponent)
                        .add("objective", curve.law->objective)
                        .add("at_the_end", curve.law->at_the_end));
    const double twice = 2.0 * curve.curve.points.back().at;
    json.add("twice", Json::object().add("rows", twice).add("value", curve.law->at(twice)));
    json.add("less", Json::object().add("error", curve.goal).add("rows", number_or_null(curve.law->rows_for(curve.goal))));
    return json;
}

std::string sentence(const LearningCurve& curve)
{
    const auto& last = *curve.curve.points.back().estimate;
    const auto head = "  " + last.learner_name + ", " + last.measure + ": ";
    if (!curve.law) return head + "no law: " + explained(curve.law_reason) + " [" + curve.law_reason + ']';
    const auto& law = *curve.law;
    const double twice = 2.0 * last.training_rows;
    const double rows = law.rows_for(curve.goal);
    const auto less = readable(law.at(last.training_rows) - curve.goal) + " less error";
    return head + readable(law.floor) + " + " + readable(law.factor) + " n^-" + readable(law.exponent) + "; about " +
           readable(law.at(twice)) + " with " + shortest(twice) + " training rows; " +
           (std::isfinite(rows) ? less + " with about " + shortest(std::round(rows)) : "no number of rows gives " + less) +
           (law.at_the_end
                ? "; the exponent is at the end of its range, so the curve is not of this form or its sizes do not show it"
                : "");
}

} // namespace

Answer with_learning_curves(Answer answer, std::span<const LearningCurve> curves, std::span<const ComparedLearners> compared,
                            Level level)
{
    std::vector<ParameterCurve> of_estimates;
    for (const auto& curve : curves) of_estimates.push_back(curve.curve);
    answer.table = parameter_curve_table(of_estimates, learning_axis(), level);
    answer.json.add("learning_curves", Json::list(curves, learning_curve_json));
    std::vector<std::string> notes = {"Error as floor + factor n^-exponent, fitted. What lies beyond the largest size is "
                                      "extrapolated; how far off it may be is not known:"};
    for (const auto& curve : curves) notes.push_back(sentence(curve));
    if (const auto pairs = add_curve_pairs(answer.json, of_estimates, compared, learning_axis()); !pairs.empty()) {
        notes.emplace_back("Which learner is better (corrected t by test rows / training rows, which shows little for small "
                           "numbers; p-values adjusted over the pairs of one number):");
        notes.insert(notes.end(), pairs.begin(), pairs.end());
    }
    answer.notes.insert(answer.notes.begin(), notes.begin(), notes.end());
    return answer;
}

} // namespace unseen
