#include "unseen/report/learning_curves.hpp"

#include "unseen/report/verdicts.hpp"

#include "report/curve_parts.hpp"
#include "report/words.hpp"

#include "unseen/base/number.hpp"

#include <cmath>

namespace unseen {

namespace {

Json number_or_null(double x) { return std::isfinite(x) ? Json(x) : Json(); }

const CurveAxis& learning_axis()
{
    static const CurveAxis rows{
        .title = "training rows", .key = "training_rows", .before = "with ", .after = " rows"};
    return rows;
}

/// Multiples of the largest size at which the answer has limits of the error.
constexpr double forecast_at[] = {2.0, 4.0, 8.0};

Json forecast_json(const LearningCurve& curve)
{
    const auto& forecast = *curve.forecast;
    return Json::object()
        .add("slope", forecast.slope)
        .add("points", Json::list(forecast_at,
                                  [&](double multiple) {
                                      const double rows = multiple * forecast.size;
                                      const auto [lower, upper] = forecast.at(rows);
                                      return Json::object()
                                          .add("rows", rows)
                                          .add("value", curve.law ? Json(curve.law->at(rows)) : Json())
                                          .add("lower", lower)
                                          .add("upper", upper);
                                  }))
        .add("gain", curve.gain)
        .add("rows_at_least", number_or_null(forecast.rows_for_less(curve.gain).value_or(INFINITY)));
}

Json learning_curve_json(const LearningCurve& curve)
{
    auto json = parameter_curve_json(curve.curve, learning_axis());
    if (curve.law)
        json.add("law", Json::object()
                            .add("floor", curve.law->floor)
                            .add("factor", curve.law->factor)
                            .add("exponent", curve.law->exponent)
                            .add("objective", curve.law->objective)
                            .add("at_the_end", curve.law->at_the_end));
    else
        json.add("law", Json()).add("law_reason", curve.law.reason());
    if (curve.forecast)
        json.add("forecast", forecast_json(curve));
    else
        json.add("forecast", Json()).add("forecast_reason", curve.forecast.reason());
    return json.add("warnings", warnings_json(curve.warnings));
}

std::string between_limits(const Limits& limits)
{
    return "between " + readable(limits.lower) + " and " + readable(limits.upper);
}

/// "about 0.16 with 400 rows (between 0.10 and 0.27; now 0.19, between 0.12 and 0.27); 0.0100 less error
/// needs at least 270 rows"
std::string sentence(const LearningCurve& curve)
{
    const auto& last = *curve.curve.points.back().estimate;
    const auto head = last.asked.learner_name + ", " + last.asked.measure + ": ";
    if (!curve.forecast) return head + "no forecast: " + explained(curve.forecast.reason());
    const auto& forecast = *curve.forecast;
    const double twice = 2.0 * forecast.size;
    const auto rows = forecast.rows_for_less(curve.gain);
    return head + (curve.law ? "about " + readable(curve.law->at(twice)) + " with " : "with ") +
           written_out(twice) + " rows " + (curve.law ? "(" : "") + between_limits(forecast.at(twice)) +
           (curve.law ? "; now " : " (now ") + readable(forecast.error) + ", " +
           between_limits(forecast.level) + "); " + readable(curve.gain) + " less error " +
           (rows ? "needs at least " + written_out(std::ceil(*rows)) + " rows" : "cannot be had");
}

/// Adds the law of each row's curve to the long table, with its value at the row's size, and the sizes of the
/// models.
void add_columns(ResultTable& table, std::span<const LearningCurve> curves,
                 std::span<const ParameterCurve> of_estimates)
{
    const auto names = complexity_names(of_estimates);
    for (const char* title :
         {"law_value", "law_floor", "law_factor", "law_exponent", "law_reason", "law_warnings"})
        table.columns.push_back({title});
    for (const auto& name : names)
        table.columns.insert(table.columns.end(),
                             {{"complexity_" + name}, {"complexity_" + name + "_standard_deviation"}});
    auto row = table.rows.begin();
    for (const auto& [c, point] : points_of_rows(of_estimates)) {
        const auto& law = curves[c].law;
        std::vector<Cell> cells(4, Cell(""));
        if (law)
            cells = {shortest(law->at(point.at)), shortest(law->floor), shortest(law->factor),
                     shortest(law->exponent)};
        cells.insert(cells.end(), {law ? "" : std::string(law.reason()), codes_of(curves[c].warnings)});
        for (const auto& name : names) {
            const auto* of = complexity_of(*point.estimate, name);
            cells.emplace_back(of != nullptr ? shortest(of->mean) : "");
            cells.emplace_back(of != nullptr ? shortest(of->standard_deviation) : "");
        }
        row->insert(row->end(), cells.begin(), cells.end());
        ++row;
    }
}

} // namespace

Answer with_learning_curves(Answer answer, std::span<const LearningCurve> curves,
                            std::span<const ComparedLearners> compared, Level level)
{
    std::vector<ParameterCurve> of_estimates;
    for (const auto& curve : curves) of_estimates.push_back(curve.curve);
    answer.table = parameter_curve_table(of_estimates, learning_axis(), level);
    answer.json.add("learning_curves", Json::list(curves, learning_curve_json));
    std::vector<Note> notes = {"More rows, if the error goes on to fall, and ever more slowly (extrapolated; "
                               "a curve that falls faster "
                               "later on is not foreseen):"};
    for (const auto& curve : curves) {
        notes.front().lines.push_back(sentence(curve));
        const auto& asked = curve.curve.points.back().estimate->asked;
        answer.warn(curve.warnings, asked.learner_name + ", " + asked.measure);
    }
    const auto crossed = crossed_curves(curves, level);
    if (const auto pairs =
            add_curve_pairs(answer.json, of_estimates, compared, learning_axis(), &crossed, level);
        !pairs.empty())
        notes.emplace_back("Which learner is better (p-values adjusted over the pairs of one number):",
                           pairs);
    answer.notes.insert(answer.notes.begin(), notes.begin(), notes.end());
    if (auto sizes = complexity_table(of_estimates, learning_axis()); !sizes.rows.empty())
        answer.further.insert(answer.further.begin(),
                              {"The models, mean +- standard deviation over the splits", std::move(sizes)});
    conclude(answer, verdict_at_the_end(of_estimates, compared, learning_axis()));
    if (answer.long_table) add_columns(*answer.long_table, curves, of_estimates);
    return answer;
}

} // namespace unseen
