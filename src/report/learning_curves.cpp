#include "unseen/report/learning_curves.hpp"

#include "base/listed.hpp"
#include "report/words.hpp"

#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

Json number_or_null(double x) { return std::isfinite(x) ? Json(x) : Json(); }

Json learning_point_json(const Estimate* e)
{
    auto json = Json::object().add("training_rows", e->training_rows);
    json.add_value("value", e->value);
    json.add("lower", e->interval ? Json(e->interval->lower) : Json())
        .add("upper", e->interval ? Json(e->interval->upper) : Json());
    json.add_value("standard_deviation", e->standard_deviation);
    if (e->training) json.add_value("training", e->training->value);
    return json;
}

Json learning_curve_json(const LearningCurve& curve)
{
    const auto& first = *curve.points.front();
    auto json = Json::object()
                    .add("learner", first.learner)
                    .add("learner_name", first.learner_name)
                    .add("measure", first.measure)
                    .add("points", Json::list(curve.points, learning_point_json));
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
    const double twice = 2.0 * curve.points.back()->training_rows;
    json.add("twice", Json::object().add("rows", twice).add("value", curve.law->at(twice)));
    json.add("less", Json::object().add("error", curve.goal).add("rows", number_or_null(curve.law->rows_for(curve.goal))));
    return json;
}

std::string sentence(const LearningCurve& curve)
{
    const auto& last = *curve.points.back();
    const auto head = "  " + last.learner_name + ", " + last.measure + ": ";
    if (!curve.law) return head + "no law: " + explained(curve.law_reason) + " [" + curve.law_reason + ']';
    const auto& law = *curve.law;
    const double twice = 2.0 * last.training_rows;
    const double rows = law.rows_for(curve.goal);
    const auto less = readable(law.at(last.training_rows) - curve.goal) + " less error ";
    return head + readable(law.floor) + " + " + readable(law.factor) + " n^-" + readable(law.exponent) + "; about " +
           readable(law.at(twice)) + " with " + shortest(twice) + " training rows; " + less +
           (std::isfinite(rows) ? "with about " + shortest(std::round(rows)) : "with no number of rows") +
           (law.at_the_end
                ? "; the exponent is at the end of its range, so the curve is not of this form or its sizes do not show it"
                : "");
}

ResultTable curve_table(std::span<const LearningCurve> curves, Level level)
{
    ResultTable table{.columns = {{"learner"},
                                  {"measure"},
                                  {"training rows", true},
                                  {"value", true},
                                  {percent(level) + " interval", true},
                                  {"on training rows", true}},
                      .rows = {}};
    for (const auto& curve : curves)
        for (const auto* e : curve.points) {
            Cell value(e->value);
            if (e->value && e->failures > 0) value.shown += '*';
            table.rows.push_back({e->learner_name, e->measure, shortest(e->training_rows), std::move(value),
                                  interval_cell(e->interval), e->training ? Cell(e->training->value) : Cell("-")});
        }
    return table;
}

/// The numbers of training rows at which each of two learners is better.
struct Pair {
    std::string a, b, measure;
    std::vector<std::string> for_a{}, for_b{};
};

std::vector<std::string> pair_sentences(std::span<const LearningCurve> curves, std::span<const ComparedLearners> compared)
{
    constexpr double significant = 0.05;
    std::vector<Pair> pairs;
    for (const auto& one : compared)
        for (const auto& test : one.answer.comparisons) {
            auto pair = std::ranges::find_if(
                pairs, [&](const Pair& p) { return p.a == test.a && p.b == test.b && p.measure == one.measure; });
            if (pair == pairs.end()) pair = pairs.insert(pairs.end(), {.a = test.a, .b = test.b, .measure = one.measure});
            const auto& p = test.p_value_adjusted ? test.p_value_adjusted : test.p_value;
            if (!p || p.number() > significant || !test.difference) continue;
            for (const auto& curve : curves)
                for (const auto* e : curve.points)
                    if (e->learner_name == test.a && e->measure == one.measure && e->estimator == one.estimator)
                        ((test.difference.number() < 0.0) == curve.lower_is_better ? pair->for_a : pair->for_b)
                            .push_back(shortest(e->training_rows));
        }
    std::vector<std::string> sentences;
    for (const auto& [a, b, measure, for_a, for_b] : pairs) {
        std::string text;
        for (const auto& [better, sizes] : {std::pair(a, for_a), std::pair(b, for_b)})
            if (!sizes.empty()) text += (text.empty() ? "" : "; ") + better + " is better with " + listed(sizes) + " rows";
        sentences.push_back("  " + a + " and " + b + ", " + measure + ": " +
                            (text.empty() ? "no difference is significant at the 5 % level" : text));
    }
    return sentences;
}

} // namespace

Answer with_learning_curves(Answer answer, std::span<const LearningCurve> curves, std::span<const ComparedLearners> compared,
                            Level level)
{
    answer.table = curve_table(curves, level);
    std::vector<std::string> notes = {"Error as floor + factor n^-exponent, fitted. What lies beyond the largest size is "
                                      "extrapolated; how far off it may be is not known:"};
    for (const auto& curve : curves) notes.push_back(sentence(curve));
    if (const auto pairs = pair_sentences(curves, compared); !pairs.empty()) {
        notes.emplace_back("Which learner is better (corrected t by test rows / training rows, which shows little for small "
                           "numbers; p-values adjusted over the pairs of one number):");
        notes.insert(notes.end(), pairs.begin(), pairs.end());
    }
    answer.notes.insert(answer.notes.begin(), notes.begin(), notes.end());
    answer.json.add("learning_curves", Json::list(curves, learning_curve_json));
    return answer;
}

} // namespace unseen
