#include "report/curve_parts.hpp"

#include "base/listed.hpp"
#include "report/words.hpp"

#include "unseen/base/number.hpp"

#include <algorithm>

namespace unseen {

namespace {

/// The values of the parameter at which each of two learners is better.
struct CurvePair {
    std::string a, b, measure;
    std::vector<double> for_a{}, for_b{};
};

struct OnCurve {
    const ParameterCurve* curve = nullptr;
    double at = 0.0;
};

OnCurve find_point(std::span<const ParameterCurve> curves, const std::string& learner_name, const ComparedLearners& compared)
{
    for (const auto& curve : curves)
        for (const auto& [at, e] : curve.points)
            if (e->learner_name == learner_name && e->measure == compared.measure && e->estimator == compared.estimator)
                return {&curve, at};
    return {};
}

} // namespace

Json parameter_curve_json(const ParameterCurve& curve, const CurveAxis& axis)
{
    return Json::object()
        .add("learner", curve.learner)
        .add("learner_name", curve.learner_name)
        .add("measure", curve.measure)
        .add("points", Json::list(curve.points, [&](const CurvePoint& point) {
                 const auto& e = *point.estimate;
                 auto json = Json::object().add(axis.key, point.at);
                 json.add_value("value", e.value);
                 json.add("lower", e.interval ? Json(e.interval->lower) : Json())
                     .add("upper", e.interval ? Json(e.interval->upper) : Json());
                 json.add_value("standard_deviation", e.standard_deviation);
                 if (e.training) json.add_value("training", e.training->value);
                 return json;
             }));
}

ResultTable parameter_curve_table(std::span<const ParameterCurve> curves, const CurveAxis& axis, Level level)
{
    ResultTable table{
        .columns = {{"learner"}, {"measure"}, {axis.title, true}, {"value", true}, {percent(level) + " interval", true}},
        .rows = {}};
    const bool training = std::ranges::any_of(curves, [](const auto& curve) {
        return std::ranges::any_of(curve.points, [](const auto& p) { return p.estimate->training.has_value(); });
    });
    if (training) table.columns.push_back({"on training rows", true});
    for (const auto& curve : curves)
        for (const auto& [at, e] : curve.points) {
            Cell value(e->value);
            if (e->value && e->failures > 0) value.shown += '*';
            auto& row = table.rows.emplace_back();
            row = {curve.learner_name, e->measure, shortest(at), std::move(value), interval_cell(e->interval)};
            if (training) row.push_back(e->training ? Cell(e->training->value) : Cell("-"));
        }
    return table;
}

std::vector<std::string> add_curve_pairs(Json& json, std::span<const ParameterCurve> curves,
                                         std::span<const ComparedLearners> compared, const CurveAxis& axis)
{
    constexpr double significant = 0.05;
    std::vector<CurvePair> pairs;
    for (const auto& one : compared)
        for (const auto& test : one.answer.comparisons) {
            const auto [a, at] = find_point(curves, test.a, one);
            const auto b = find_point(curves, test.b, one).curve;
            if (a == nullptr || b == nullptr) continue;
            auto pair = std::ranges::find_if(pairs, [&](const CurvePair& p) {
                return p.a == a->learner_name && p.b == b->learner_name && p.measure == one.measure;
            });
            if (pair == pairs.end())
                pair = pairs.insert(pairs.end(), {.a = a->learner_name, .b = b->learner_name, .measure = one.measure});
            const auto& p = test.p_value_adjusted ? test.p_value_adjusted : test.p_value;
            if (!p || p.number() > significant || !test.difference) continue;
            ((test.difference.number() < 0.0) == a->lower_is_better ? pair->for_a : pair->for_b).push_back(at);
        }
    const auto number = [](double at) { return Json(at); };
    json.add("pairs", Json::list(pairs, [&](const CurvePair& pair) {
                 return Json::object()
                     .add("a", pair.a)
                     .add("b", pair.b)
                     .add("measure", pair.measure)
                     .add("a_better", Json::list(pair.for_a, number))
                     .add("b_better", Json::list(pair.for_b, number));
             }));
    std::vector<std::string> sentences;
    for (const auto& [a, b, measure, for_a, for_b] : pairs) {
        std::string text;
        for (const auto& [better, places] : {std::pair(a, for_a), std::pair(b, for_b)}) {
            if (places.empty()) continue;
            std::vector<std::string> numbers;
            for (const double place : places) numbers.push_back(shortest(place));
            text += (text.empty() ? "" : "; ") + better + " is better " + axis.before + listed(numbers) + axis.after;
        }
        sentences.push_back("  " + a + " and " + b + ", " + measure + ": " +
                            (text.empty() ? "no difference is significant at the 5 % level" : text));
    }
    return sentences;
}

} // namespace unseen
