#include "unseen/report/tuning.hpp"

#include "base/listed.hpp"
#include "report/dataset_words.hpp"
#include "report/words.hpp"

#include "unseen/base/number.hpp"
#include "unseen/report/estimates.hpp"
#include "unseen/report/verdicts.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace unseen {

namespace {

constexpr std::size_t most_points_shown = 40;

Json number_or_none(std::optional<double> x) { return x ? Json(*x) : Json(); }

/// The number of fits of the honest estimate in which each point was chosen, by its text.
std::map<std::string, std::uint64_t> times_chosen(const TuningReport& report)
{
    if (report.nested.empty() || !report.nested.front().selection) return {};
    const auto& chosen = report.nested.front().selection->chosen;
    return {chosen.begin(), chosen.end()};
}

Json point_json(const TuningReport& report, std::optional<std::size_t> point)
{
    if (!point) return {};
    return Json::object()
        .add("point", report.tuning.points[*point].text)
        .add("learner", report.tuning.points[*point].spec.spec().print())
        .add("value", number_or_none(report.figures.mean(*point)))
        .add("standard_error", number_or_none(report.figures.standard_error(*point)));
}

Json surface_json(const TuningReport& report)
{
    const auto chosen = times_chosen(report);
    auto surface = Json::array();
    for (std::size_t p = 0; p < report.tuning.points.size(); ++p) {
        auto json = point_json(report, p);
        auto values = Json::object();
        for (std::size_t k = 0; k < report.tuning.keys.size(); ++k)
            values.add(report.tuning.keys[k], report.tuning.points[p].values[k]);
        const auto times = chosen.find(report.tuning.points[p].text);
        json.add("values", std::move(values))
            .add("failures", report.failures[p])
            .add("chosen", times == chosen.end() ? std::uint64_t{0} : times->second);
        if (report.tuning.race != Race::none) {
            const auto left = report.figures.left_after(p);
            json.add("left_after", left ? Json(static_cast<std::uint64_t>(*left)) : Json());
        }
        surface.push(std::move(json));
    }
    return surface;
}

Json corrected_json(const TuningReport& report)
{
    if (!report.corrected) return {};
    const auto& [value, interval, level, samples] = *report.corrected;
    auto json = Json::object()
                    .add("value", value)
                    .add("lower", interval ? Json(interval->lower) : Json())
                    .add("upper", interval ? Json(interval->upper) : Json())
                    .add("level", level.value())
                    .add("samples", samples);
    if (!interval) json.add("reason", reasons::zero_variance);
    return json;
}

Cell figure_cell(std::optional<double> figure) { return figure ? Cell(Value(*figure)) : Cell("-", ""); }

ResultTable surface_table(const TuningReport& report, std::span<const std::size_t> points,
                          const std::string& measure)
{
    ResultTable table{.columns = {{"point"}, {measure, true}, {"standard error", true}}, .rows = {}};
    if (!report.nested.empty()) table.columns.push_back({"chosen in fits", true});
    table.columns.push_back({""});
    const auto chosen = times_chosen(report);
    for (const auto p : points) {
        auto figure = figure_cell(report.figures.mean(p));
        if (report.failures[p] > 0) figure.shown += '*';
        auto& row = table.rows.emplace_back();
        row = {report.tuning.points[p].text, std::move(figure),
               figure_cell(report.figures.standard_error(p))};
        const auto times = chosen.find(report.tuning.points[p].text);
        if (!report.nested.empty()) row.push_back(times == chosen.end() ? Cell(0) : Cell(times->second));
        const auto left = report.figures.left_after(p);
        row.push_back(p == report.best               ? "best"
                      : p == report.within_one_error ? "first within one standard error"
                      : left                         ? "out after " + counted(*left, "split")
                                                     : "");
    }
    return table;
}

/// All points in the order of the grid; for a large grid only the best.
std::vector<std::size_t> points_to_show(const TuningReport& report, const Measure& measure)
{
    std::vector<std::size_t> points(report.tuning.points.size());
    std::iota(points.begin(), points.end(), std::size_t{0});
    if (points.size() <= most_points_shown) return points;
    const auto loss = [&](std::size_t p) {
        const auto figure = report.figures.mean(p);
        return figure ? loss_of(measure, *figure) : std::numeric_limits<double>::infinity();
    };
    std::ranges::stable_sort(points, {}, loss);
    points.resize(most_points_shown / 2);
    return points;
}

std::string limits_text(double lower, double upper, Level level)
{
    return percent(level) + " interval " + readable(lower) + " .. " + readable(upper);
}

std::vector<Note> sentences(const TuningReport& report, const TuneOptions& options, const FitCommand& fit)
{
    std::vector<Note> lines;
    const auto& points = report.tuning.points;
    const auto measure = report.tuning.measure.print();
    if (!report.best) return {};
    const double flat = *report.figures.mean(*report.best);
    lines.push_back("Flat: " + readable(flat) + " " + measure + " of " + points[*report.best].text +
                    ", the best of " + counted(points.size(), "point") +
                    " on the rows that chose it: too good. Do not report it.");
    if (const auto& corrected = report.corrected)
        lines.push_back(
            "Bias-corrected: " + readable(corrected->value) + ", " +
            (corrected->interval
                 ? limits_text(corrected->interval->lower, corrected->interval->upper, corrected->level)
                 : "no interval, " + explained(reasons::zero_variance)) +
            ": the choice judged on rows left out of it, without another fit (BBC-CV; heuristic).");
    else
        lines.push_back("Bias-corrected: none, " + explained(reasons::no_bias_correction));
    if (!report.bounds.empty())
        lines.push_back("The bounds allow for the choice: those of all " + counted(points.size(), "point") +
                        " hold together.");
    if (report.within_one_error && report.within_one_error != report.best)
        lines.push_back("Within one standard error of the best, and first in the grid: " +
                        points[*report.within_one_error].text + ", " +
                        readable(*report.figures.mean(*report.within_one_error)) + ".");
    auto& all_rows =
        lines.emplace_back("For all rows: " + points[*report.chosen()].spec.spec().print() +
                           (report.tuning.within_one_error ? ", by the one-standard-error rule" : "") + ".");
    if (fit)
        all_rows.lines.push_back(*fit ? **fit : "no command writes it to a file: " + fit->reason().clause);
    if (!options.nested) lines.emplace_back("The nested figure was left out.");
    return lines;
}

/// The chosen point, and the nested figure of the learner that chooses in this way.
Verdict tuning_verdict(const TuningReport& report, Level level, std::vector<Requirement> requirements)
{
    const auto& points = report.tuning.points;
    Verdict verdict{.question = Question::which_parameters, .noun = "point", .among = points.size()};
    verdict.measure = report.tuning.measure.print();
    verdict.requirements = std::move(requirements);
    if (!report.best) {
        verdict.sentences = {"No point has a figure on every split, so that there is nothing to choose by."};
        settle(verdict);
        return verdict;
    }
    const auto& chosen = points[*report.chosen()].text;
    verdict.leaders = {chosen};
    verdict.sentences = {"Of " + counted(points.size(), "point") + ", " + chosen + " is chosen" +
                         (report.tuning.within_one_error ? " by the one-standard-error rule" : "") + '.'};
    if (report.nested.empty()) {
        verdict.value = Value::none(reasons::not_nested);
        return verdict;
    }
    const auto& e = report.nested.front();
    verdict.estimator = e.asked.estimator_name;
    verdict.value = e.value;
    verdict.interval = e.interval.without_reason();
    if (e.value)
        verdict.sentences.push_back(
            "A learner that chooses among these points and then trains has " + verdict.measure + ' ' +
            readable(e.value.number()) +
            (e.interval ? " (" + limits_text(e.interval->lower, e.interval->upper, e.interval->level) + ')'
                        : "") +
            " on rows that took no part (nested, by " + e.asked.estimator_name +
            "): this is the honest figure.");
    const auto of_nested = verdict_of(report.nested, {}, level);
    verdict.baseline = of_nested.baseline;
    verdict.limits = of_nested.limits;
    if (verdict.baseline) verdict.baseline->relation.a = "The learner that chooses";
    settle(verdict);
    return verdict;
}

} // namespace

Answer answer_of(const TuningReport& report, const std::string& source, const Dataset& data,
                 const TuneOptions& options, const FitCommand& fit, std::vector<Requirement> requirements)
{
    const auto& tuning = report.tuning;
    const auto measure = make_measure(tuning.measure, data.response_type() == ResponseType::classes);
    auto estimates = report.nested;
    estimates.insert(estimates.end(), report.bounds.begin(), report.bounds.end());
    auto answer = answer_of(
        EstimateReport{.estimates = std::move(estimates), .warnings = report.warnings, .run = report.run});
    if (!answer.table.rows.empty())
        answer.further.insert(answer.further.begin(),
                              {report.bounds.empty()   ? "The honest figure"
                               : report.nested.empty() ? "Bounds of the choice"
                                                       : "The honest figure, and bounds of the choice",
                               std::move(answer.table)});
    auto nested = report.nested.empty() ? Json() : estimate_json(report.nested.front());
    answer.heading.clear();
    auto json = dataset_answer(answer, "tune", source, data, {.level = options.level, .run = options.run},
                               report.positive);
    answer.heading.push_back(counted(tuning.points.size(), "point") + " by " + tuning.measure.print() +
                             " on the splits of " + tuning.inner.print() + " over all rows");
    const auto shown = points_to_show(report, measure);
    answer.table = surface_table(report, shown, tuning.measure.print());
    std::vector<std::size_t> all(tuning.points.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    answer.long_table = surface_table(report, all, tuning.measure.print());
    answer.long_table->columns.back().title = "mark";
    auto notes = sentences(report, options, fit);
    if (shown.size() < all.size())
        notes.insert(notes.begin(), "The best " + std::to_string(shown.size()) + " of " +
                                        std::to_string(all.size()) +
                                        " points are shown; CSV and JSON have all.");
    answer.notes.insert(answer.notes.begin(), notes.begin(), notes.end());

    json.add("learner", tuning.learner.print())
        .add("inner", tuning.inner.print())
        .add("measure", tuning.measure.print())
        .add("keys", Json::list(tuning.keys, [](const std::string& key) { return Json(key); }))
        .add("flat", point_json(report, report.best))
        .add("nested", std::move(nested))
        .add("bounds", Json::list(report.bounds, estimate_json))
        .add("bias_corrected", corrected_json(report));
    if (!report.corrected) json.add("bias_corrected_reason", reasons::no_bias_correction);
    json.add("one_standard_error", point_json(report, report.within_one_error));
    auto chosen = point_json(report, report.chosen());
    if (report.chosen()) chosen.add("fit_command", fit && *fit ? Json(**fit) : Json());
    json.add("chosen", std::move(chosen))
        .add("surface", surface_json(report))
        .add("warnings", warnings_json(report.warnings));
    answer.json = std::move(json);
    conclude(answer, tuning_verdict(report, options.level, std::move(requirements)));
    return answer;
}

} // namespace unseen
