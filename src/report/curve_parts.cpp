#include "report/curve_parts.hpp"

#include "unseen/report/verdicts.hpp"

#include "base/listed.hpp"
#include "report/words.hpp"

#include "unseen/base/labels.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace unseen {

namespace {

/// The values of the parameter at which each of two learners is better.
struct CurvePair {
    std::string a, b, measure;
    std::vector<double> for_a{}, for_b{};
    std::span<const Crossing> crossings{};
};

struct OnCurve {
    const ParameterCurve* curve = nullptr;
    double at = 0.0;
};

OnCurve find_point(std::span<const ParameterCurve> curves, const std::string& learner_name,
                   const ComparedLearners& compared)
{
    for (const auto& curve : curves)
        for (const auto& [at, e] : curve.points)
            if (e->asked.learner_name == learner_name && e->asked.measure == compared.measure &&
                e->asked.estimator == compared.estimator)
                return {&curve, at};
    return {};
}

std::span<const Crossing> crossings_of(const CurvePair& pair, const std::vector<CrossedCurves>& crossed)
{
    const auto found = std::ranges::find_if(crossed, [&](const CrossedCurves& c) {
        return c.measure == pair.measure &&
               ((c.a == pair.a && c.b == pair.b) || (c.a == pair.b && c.b == pair.a));
    });
    return found == crossed.end() ? std::span<const Crossing>() : found->crossings;
}

Json limit_json(const std::optional<double>& limit) { return limit ? Json(*limit) : Json(); }

/// "the curves cross at about 42 rows (95 % interval: 31 to 60)", for each interval: it may hold several
/// crossings.
std::string crossing_text(std::span<const Crossing> crossings, const CurveAxis& axis, Level level)
{
    const auto rounded = [](double place) { return written_out(std::round(place)); };
    std::string text;
    while (!crossings.empty()) {
        const auto [at, lower, upper] = crossings.front();
        std::vector<std::string> places;
        for (; !crossings.empty() && (!upper || crossings.front().at <= *upper);
             crossings = crossings.subspan(1))
            places.push_back(rounded(crossings.front().at));
        text +=
            "; the curves cross at about " + listed(places) + axis.after +
            (places.size() > 1 ? ", places that are not told apart" : "") + " (" + percent(level) +
            " interval: " +
            (lower   ? upper ? rounded(*lower) + " to " + rounded(*upper) : "from " + rounded(*lower) + " on"
             : upper ? "up to " + rounded(*upper)
                     : "all sizes, none of which is ruled out") +
            ')';
    }
    return text;
}

} // namespace

Json parameter_curve_json(const ParameterCurve& curve, const CurveAxis& axis)
{
    return Json::object()
        .add("learner", curve.learner)
        .add("learner_name", curve.learner_name)
        .add("measure", curve.measure)
        .add(
            "points", Json::list(curve.points, [&](const CurvePoint& point) {
                const auto& e = *point.estimate;
                auto json = Json::object().add(axis.key, point.at);
                json.add_value("value", e.value);
                json.add("lower", e.interval ? Json(e.interval->lower) : Json())
                    .add("upper", e.interval ? Json(e.interval->upper) : Json());
                json.add_value("standard_deviation", e.spread.standard_deviation);
                if (e.training) json.add_value("training", e.training->value);
                auto complexity = Json::object();
                for (const auto& of : e.cost.complexity_spread)
                    complexity.add(
                        of.name,
                        Json::object().add("mean", of.mean).add("standard_deviation", of.standard_deviation));
                json.add("complexity", std::move(complexity));
                return json;
            }));
}

ResultTable parameter_curve_table(std::span<const ParameterCurve> curves, const CurveAxis& axis, Level level)
{
    ResultTable table{.columns = {{"learner"},
                                  {"measure"},
                                  {axis.title, true},
                                  {"value", true},
                                  {percent(level) + " interval", true}},
                      .rows = {}};
    const bool training = std::ranges::any_of(curves, [](const auto& curve) {
        return std::ranges::any_of(curve.points,
                                   [](const auto& p) { return p.estimate->training.has_value(); });
    });
    if (training) table.columns.push_back({"on training rows", true});
    for (const auto& curve : curves)
        for (const auto& [at, e] : curve.points) {
            Cell value(e->value);
            if (e->value && e->cost.failures > 0) value.shown += '*';
            auto& row = table.rows.emplace_back();
            row = {curve.learner_name, e->asked.measure, shortest(at), std::move(value),
                   interval_cell(e->interval.without_reason())};
            if (training) row.push_back(e->training ? Cell(e->training->value) : Cell("-"));
        }
    return table;
}

std::vector<std::pair<std::size_t, CurvePoint>> points_of_rows(std::span<const ParameterCurve> curves)
{
    std::vector<std::pair<std::size_t, CurvePoint>> points;
    for (std::size_t c = 0; c < curves.size(); ++c)
        for (const auto& point : curves[c].points) points.emplace_back(c, point);
    std::ranges::sort(points, {}, [](const auto& point) { return point.second.estimate; });
    return points;
}

std::vector<std::string> complexity_names(std::span<const ParameterCurve> curves)
{
    Labels names;
    for (const auto& curve : curves)
        for (const auto& point : curve.points)
            for (const auto& of : point.estimate->cost.complexity_spread) names.add(of.name);
    return names.names();
}

const ComplexitySpread* complexity_of(const Estimate& e, const std::string& name)
{
    const auto found = std::ranges::find(e.cost.complexity_spread, name, &ComplexitySpread::name);
    return found == e.cost.complexity_spread.end() ? nullptr : &*found;
}

ResultTable complexity_table(std::span<const ParameterCurve> curves, const CurveAxis& axis)
{
    const auto names = complexity_names(curves);
    ResultTable table{.columns = {{"learner"}, {axis.title, true}}, .rows = {}};
    for (const auto& name : names) table.columns.push_back({name, true});
    for (const auto& curve : curves) {
        if (curve.measure != curves.front().measure) continue; // the same models
        for (const auto& [at, e] : curve.points) {
            if (e->cost.complexity_spread.empty()) continue;
            auto& row = table.rows.emplace_back();
            row = {curve.learner_name, shortest(at)};
            for (const auto& name : names) {
                const auto* of = complexity_of(*e, name);
                row.push_back(of != nullptr ? readable(of->mean) + " +- " + readable(of->standard_deviation)
                                            : "-");
            }
        }
    }
    return table;
}

std::vector<std::string> add_curve_pairs(Json& json, std::span<const ParameterCurve> curves,
                                         std::span<const ComparedLearners> compared, const CurveAxis& axis,
                                         const std::vector<CrossedCurves>* crossed, Level level)
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
                pair = pairs.insert(pairs.end(),
                                    {.a = a->learner_name, .b = b->learner_name, .measure = one.measure});
            const auto& p = test.p_value_adjusted ? test.p_value_adjusted : test.p_value;
            if (!p || p.number() > significant || !test.difference) continue;
            ((test.difference.number() < 0.0) == a->lower_is_better ? pair->for_a : pair->for_b)
                .push_back(at);
        }
    for (auto& pair : pairs)
        if (crossed != nullptr) pair.crossings = crossings_of(pair, *crossed);
    const auto number = [](double at) { return Json(at); };
    json.add("pairs", Json::list(pairs, [&](const CurvePair& pair) {
                 auto of_pair = Json::object()
                                    .add("a", pair.a)
                                    .add("b", pair.b)
                                    .add("measure", pair.measure)
                                    .add("a_better", Json::list(pair.for_a, number))
                                    .add("b_better", Json::list(pair.for_b, number));
                 if (crossed != nullptr)
                     of_pair.add("crossings", Json::list(pair.crossings, [&](const Crossing& c) {
                                     return Json::object()
                                         .add(axis.key, c.at)
                                         .add("lower", limit_json(c.lower))
                                         .add("upper", limit_json(c.upper));
                                 }));
                 return of_pair;
             }));
    std::vector<std::string> sentences;
    for (const auto& [a, b, measure, for_a, for_b, crossings] : pairs) {
        std::string text;
        for (const auto& [better, places] : {std::pair(a, for_a), std::pair(b, for_b)}) {
            if (places.empty()) continue;
            std::vector<std::string> numbers;
            for (const double place : places) numbers.push_back(shortest(place));
            text += (text.empty() ? "" : "; ") + better + " is better " + axis.before + listed(numbers) +
                    axis.after;
        }
        sentences.push_back(a + " and " + b + ", " + measure + ": " +
                            (text.empty() ? "no difference is significant at the 5 % level" : text) +
                            crossing_text(crossings, axis, level));
    }
    return sentences;
}

Verdict verdict_at_the_end(std::span<const ParameterCurve> curves, std::span<const ComparedLearners> compared,
                           const CurveAxis& axis)
{
    if (curves.empty()) return verdict_of({}, {});
    const double at = curves.front().points.back().at;
    std::vector<Estimate> last;
    for (const auto& curve : curves) last.push_back(*curve.points.back().estimate);
    std::vector<ComparedLearners> there; // comparisons at the last place alone
    for (const auto& one : compared)
        if (!one.answer.models.empty() && std::ranges::any_of(last, [&](const Estimate& e) {
                return e.asked.learner_name == one.answer.models.front().name;
            }))
            there.push_back(one);
    auto verdict = verdict_of(last, there);
    verdict.part = axis.before + shortest(at) + axis.after;
    verdict.sentences.front() = capitalised(verdict.part) + ": " + verdict.sentences.front();
    return verdict;
}

} // namespace unseen
