#include "unseen/report/score.hpp"

#include "report/words.hpp"

#include "unseen/base/number.hpp"
#include "unseen/report/estimates.hpp"

#include <cmath>
#include <map>
#include <set>

namespace unseen {

namespace {

constexpr std::size_t most_classes_shown = 10;

/// 0, -1, inf; 36.04 for the largest log loss.
std::string end_text(double end)
{
    if (std::isinf(end)) return end < 0.0 ? "-inf" : "inf";
    return shortest(std::round(end * 100.0) / 100.0);
}

std::string range_text(const Measure& m) { return end_text(m.lowest) + " .. " + end_text(m.highest); }

std::string direction_text(const Measure& m) { return m.direction == Direction::lower_is_better ? "lower" : "higher"; }

std::string cell_text(double count) { return shortest(std::round(count * 1e4) / 1e4); }

/// The confusion matrix in lines of equal width.
void add_confusion(std::vector<std::string>& notes, const ScoreReport& report)
{
    if (!report.confusion || report.classes.size() > most_classes_shown) return;
    ResultTable table{.columns = {{"  true \\ predicted"}}, .rows = {}};
    for (const auto& name : report.classes.names()) table.columns.push_back({name, true});
    for (std::size_t t = 0; t < report.classes.size(); ++t) {
        std::vector<Cell> row = {"  " + report.classes.name(t)};
        for (std::size_t p = 0; p < report.classes.size(); ++p) row.emplace_back(cell_text(report.confusion->at(t, p)));
        table.rows.push_back(std::move(row));
    }
    notes.emplace_back("Confusion matrix:");
    std::string text = print_text(table);
    text.pop_back();
    notes.push_back(std::move(text));
}

std::string needs_text(const Measure& m)
{
    std::string needs = m.for_classes ? (m.needs_probabilities ? "probabilities"
                                         : m.needs_scores      ? "scores"
                                                               : "labels")
                                      : "numbers";
    if (m.class_count == ClassCount::two) needs += ", two classes";
    if (m.needs_order) needs += ", classes in order";
    if (m.several_targets) needs += " or points";
    return needs;
}

} // namespace

ResultTable score_table(const ScoreReport& report)
{
    ResultTable table{
        .columns = {{"measure"}, {"value", true}, {percent(report.level) + " interval", true}, {"how"}, {"better"}, {"range"}},
        .rows = {}};
    std::map<std::string, Guarantee> methods;
    std::set<std::string> reasons;
    for (const auto& figure : report.measures) {
        Cell value(figure.value);
        if (!figure.value) value = Cell("none: " + figure.value.reason(), "");
        Cell interval("-", "");
        Cell how("-", "");
        if (figure.interval) {
            interval = Cell(readable(figure.interval->lower) + " .. " + readable(figure.interval->upper));
            how = Cell(figure.interval->method);
            methods.emplace(figure.interval->method, figure.interval->guarantee);
        } else if (figure.value) {
            how = Cell("none: " + figure.interval_reason, "");
            reasons.insert(figure.interval_reason);
        }
        table.rows.push_back(
            {figure.measure.spec.print(), value, interval, how, direction_text(figure.measure), range_text(figure.measure)});
    }
    auto& notes = table.notes;
    notes.emplace_back("What is estimated:");
    notes.push_back("  " + explained(Target::model) + "; the rows are taken for ones that it has not seen");
    if (!methods.empty()) notes.emplace_back("How far the intervals can be trusted:");
    for (const auto& [method, guarantee] : methods) notes.push_back("  " + method + ", " + explained(guarantee));
    for (const auto& reason : reasons)
        if (const auto text = explained(reason); !text.empty()) notes.push_back("  -  " + text + " [" + reason + ']');
    add_confusion(notes, report);
    if (!report.notes.empty()) {
        notes.emplace_back("Settled:");
        for (const auto& note : report.notes) notes.push_back("  " + note);
    }
    if (!report.warnings.empty()) {
        notes.emplace_back("Warnings:");
        for (const auto& warning : report.warnings) notes.push_back("  " + warning.text + " [" + warning.code + ']');
    }
    return table;
}

ResultTable score_long_table(const ScoreReport& report)
{
    ResultTable table{
        .columns = {{"measure"}, {"value"}, {"target"}, {"lower"}, {"upper"}, {"level"}, {"method"}, {"guarantee"}, {"reason"}},
        .rows = {}};
    for (const auto& figure : report.measures) {
        std::vector<Cell> row = {figure.name, Cell(figure.value), name_of(Target::model)};
        if (figure.interval)
            row.insert(row.end(), {shortest(figure.interval->lower), shortest(figure.interval->upper),
                                   shortest(figure.interval->level.value()), figure.interval->method,
                                   name_of(figure.interval->guarantee), ""});
        else
            row.insert(row.end(), {"", "", "", "", "", figure.value ? figure.interval_reason : figure.value.reason()});
        table.rows.push_back(std::move(row));
    }
    return table;
}

Json score_json(const ScoreReport& report)
{
    auto json = answer("score");
    json.add("rows", report.rows).add("task", name_of(report.task));
    json.add("positive", report.positive.empty() ? Json() : Json(report.positive)).add("prevalence", Json(report.prevalence));
    auto measures = Json::object();
    for (const auto& figure : report.measures) {
        auto entry = Json::object();
        entry.add("value", Json(figure.value)).add("interval", figure.interval ? interval_json(*figure.interval) : Json());
        entry.add("target", name_of(Target::model));
        if (!figure.value || !figure.interval) entry.add("reason", figure.value ? figure.interval_reason : figure.value.reason());
        measures.add(figure.name, std::move(entry));
    }
    json.add("measures", std::move(measures));
    if (report.confusion) {
        auto labels = Json::array();
        auto matrix = Json::array();
        for (const auto& name : report.classes.names()) labels.push(name);
        for (std::size_t t = 0; t < report.classes.size(); ++t) {
            auto row = Json::array();
            for (std::size_t p = 0; p < report.classes.size(); ++p) row.push(report.confusion->at(t, p));
            matrix.push(std::move(row));
        }
        json.add("confusion", Json::object().add("labels", std::move(labels)).add("matrix", std::move(matrix)));
    } else {
        json.add("confusion", Json());
    }
    json.add("warnings", warnings_json(report.warnings));
    return json;
}

ResultTable measures_table()
{
    ResultTable table{
        .columns = {{"measure"}, {"better"}, {"range"}, {"needs"}, {"mean over rows"}, {"what it is"}, {"also called"}},
        .rows = {}};
    const auto infos = measure_infos();
    const auto measures = measures_of_table();
    for (std::size_t i = 0; i < infos.size(); ++i) {
        const auto& m = measures[i];
        std::string aliases;
        for (const auto& alias : infos[i].aliases) aliases += (aliases.empty() ? "" : " ") + alias;
        table.rows.push_back({m.spec.print(), direction_text(m), range_text(m), needs_text(m), m.additive() ? "yes" : "no",
                              infos[i].help, aliases});
    }
    return table;
}

} // namespace unseen
