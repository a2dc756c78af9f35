#include "unseen/report/score.hpp"

#include "base/listed.hpp"
#include "report/prediction_parts.hpp"
#include "report/words.hpp"

#include "unseen/base/number.hpp"
#include "unseen/report/verdicts.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace unseen {

// Stored compactly: there may be thousands of classes.
Json confusion_json(const Confusion& confusion, const Labels& classes)
{
    auto matrix = Json::array();
    for (std::size_t t = 0; t < classes.size(); ++t) {
        std::vector<Value> row;
        for (std::size_t p = 0; p < classes.size(); ++p) row.emplace_back(confusion.at(t, p));
        matrix.push(Json::values(row));
    }
    return Json::object().add("labels", Json::list(classes.names())).add("matrix", std::move(matrix));
}

namespace {

constexpr std::size_t most_classes_shown = 10;

std::string cell_text(double count) { return written_out(std::round(count * 1e4) / 1e4); }

using Notes = std::vector<Note>;

void add_confusion(Answer& answer, const ScoreReport& report)
{
    if (!report.confusion) return;
    if (report.classes.size() > most_classes_shown) {
        answer.notes.push_back("Confusion matrix: not shown for more than " +
                               std::to_string(most_classes_shown) + " classes; `format=json` has it");
        return;
    }
    ResultTable table{.columns = {{"true \\ predicted"}}, .rows = {}};
    for (const auto& name : report.classes.names()) table.columns.push_back({name, true});
    for (std::size_t t = 0; t < report.classes.size(); ++t) {
        auto& row = table.rows.emplace_back(std::vector<Cell>{report.classes.name(t)});
        for (std::size_t p = 0; p < report.classes.size(); ++p)
            row.emplace_back(cell_text(report.confusion->at(t, p)));
    }
    if (report.classes.size() == 2) { // in one line, for the brief answer
        std::string line = "Confusion matrix: ";
        for (std::size_t t = 0; t < 2; ++t)
            line += (t == 0 ? "true '" : "; true '") + report.classes.name(t) +
                    "': " + cell_text(report.confusion->at(t, 0)) + (t == 0 ? " as '" : " '") +
                    report.classes.name(0) + "', " + cell_text(report.confusion->at(t, 1)) + " '" +
                    report.classes.name(1) + '\'';
        answer.notes.emplace_back(std::move(line));
    }
    answer.further.push_back({.title = "Confusion matrix", .table = std::move(table), .detail = true});
}

bool has_simultaneous(const ScoreReport& report)
{
    return std::ranges::any_of(
        report.measures, [](const ScoredMeasure& m) { return without_reason(m.simultaneous).has_value(); });
}

bool has_limits(const ScoreReport& report)
{
    return std::any_of(report.measures.begin(), report.measures.end(),
                       [](const ScoredMeasure& m) { return m.limits.has_value(); });
}

/// The limits of the exact values, for a state of fixed size.
void add_limits(Notes& notes, const ScoreReport& report)
{
    if (!has_limits(report)) return;
    Note limits("Limits of the exact values, which a state of fixed size does not hold:");
    for (const auto& m : report.measures)
        if (m.limits)
            limits.lines.push_back(m.name + "  " + shortest(m.limits->lower) + " .. " +
                                   shortest(m.limits->upper));
    notes.push_back(std::move(limits));
}

/// When a report shows the measure: first, among all measures, or only if it is named.
std::string shown_text(const Measure& m)
{
    return m.main ? "first" : m.by_name_only ? "by name" : "among all";
}

std::string in_one_line(const auto& texts)
{
    std::string line;
    for (const std::string& text : texts) line += (line.empty() ? "" : "; ") + text;
    return line;
}

/// Collects the terms that a table uses, to be explained below it.
struct Legend {
    std::set<Estimand> estimands;
    std::map<std::string, Interval> methods;
    std::map<const Reason*, std::vector<std::string>, ByName> reasons; ///< with the figures that are missing
};

/// What the value and the interval are about: "the fitted model", "a model trained on about 90 rows".
std::string about(const ScoreReport& report, const ScoredMeasure& figure)
{
    if (report.judged && report.judged->about == ItemsAbout::finite)
        return "exactly these " + std::to_string(report.judged->items) + " items";
    if (report.scale) return "items like these";
    const auto text = [&](Estimand estimand) {
        return subject(estimand, report.folds > 0 ? report.training_rows : 0.0);
    };
    const auto& interval = figure.interval;
    if (!interval || interval->estimand == Estimand::none || interval->estimand == figure.estimand ||
        interval->also == figure.estimand)
        return text(figure.estimand);
    return text(figure.estimand) + "; interval: " + text(interval->estimand);
}

bool has_baselines(const ScoreReport& report)
{
    return std::ranges::any_of(report.measures,
                               [](const ScoredMeasure& m) { return m.baseline.has_value(); });
}

/// The line of the report's m-th figure in the table for people.
std::vector<Cell> figure_row(const ScoreReport& report, std::size_t m, std::string name,
                             const std::string& subgroup, bool about_by_row, bool simultaneous,
                             Legend& legend)
{
    const auto& figure = report.measures[m];
    const auto whose = (name.empty() ? figure.measure.spec.print() : name) +
                       (report.subgroup.empty() ? "" : " of " + report.subgroup);
    Cell value(figure.value);
    if (!figure.value) {
        value = Cell("none: " + std::string(figure.value.reason()), "");
        if (!figure.value.lacks(reasons::infinite)) legend.reasons[&figure.value.reason()].push_back(whose);
    }
    Cell how("-", "");
    legend.estimands.insert(figure.estimand);
    const auto interval = figure.known();
    if (interval) {
        how = Cell(interval->method);
        legend.methods.emplace(interval->method, *interval);
        legend.estimands.insert(interval->estimand);
        if (interval->also != Estimand::none) legend.estimands.insert(interval->also);
    } else if (figure.value) {
        how = Cell("none: " + std::string(figure.interval.reason()), "");
        legend.reasons[&figure.interval.reason()].push_back(whose);
    }
    std::vector<Cell> row = {std::move(name)};
    if (!subgroup.empty()) row.insert(row.end(), {subgroup, report.rows});
    row.push_back(value);
    if (subgroup.empty() && has_baselines(report))
        row.push_back(figure.baseline ? Cell(figure.baseline->value) : Cell("-", ""));
    row.push_back(interval_cell(interval));
    if (simultaneous) row.push_back(interval_cell(without_reason(figure.simultaneous)));
    row.push_back(how);
    if (!subgroup.empty()) {
        const auto& gap = figure.gap;
        row.push_back(gap ? Cell(gap->value) : Cell("-", ""));
        row.push_back(interval_cell(gap ? gap->interval.without_reason() : std::nullopt));
        row.push_back(gap ? Cell(gap->p_value_adjusted) : Cell("-", ""));
        if (gap && gap->value && !gap->interval)
            legend.reasons[&gap->interval.reason()].push_back("gap of " + whose);
    }
    if (about_by_row) row.emplace_back(figure.value ? about(report, figure) : "-");
    if (figure.folds) row.insert(row.end(), {Cell(figure.folds->pooled), Cell(figure.folds->mean_of_folds)});
    row.insert(row.end(), {direction_text(figure.measure), range_text(figure.measure)});
    return row;
}

/// What the long table has beside each figure, of any part of the report.
struct LongColumns {
    bool subgroups;
    bool classes;
    bool folds;
    bool simultaneous;
    bool baselines;
};

/// A row for each figure of the report, or of one of its classes.
void add_long_rows(ResultTable& table, const ScoreReport& report, const LongColumns& with,
                   const std::vector<ScoredMeasure>& figures, const std::string& of_class = "")
{
    for (const auto& figure : figures) {
        std::vector<Cell> row;
        if (with.subgroups) row = {report.subgroup, report.rows};
        if (with.classes) row.emplace_back(of_class);
        row.insert(row.end(), {with.classes ? figure.measure.name() : figure.name, Cell(figure.value),
                               name_of(figure.estimand)});
        const auto interval = figure.known();
        const std::string reason =
            figure.value && figure.interval ? "" : std::string(why_missing(figure.value, figure.interval));
        if (interval)
            row.insert(row.end(), {shortest(interval->lower), shortest(interval->upper),
                                   shortest(interval->level.value()), interval->method,
                                   name_of(interval->guarantee), reason});
        else
            row.insert(row.end(), {"", "", "", "", "", reason});
        if (has_limits(report))
            row.insert(row.end(), {figure.limits ? Cell(shortest(figure.limits->lower)) : Cell(""),
                                   figure.limits ? Cell(shortest(figure.limits->upper)) : Cell("")});
        if (with.simultaneous) add_limits_and_level(row, without_reason(figure.simultaneous));
        if (with.folds && figure.folds)
            row.insert(row.end(),
                       {name_of(figure.folds->aggregation), Cell(figure.folds->pooled),
                        Cell(figure.folds->mean_of_folds), Cell(figure.folds->standard_deviation)});
        else if (with.folds)
            row.insert(row.end(), {"", "", "", ""});
        if (with.subgroups) {
            const GapToRest none;
            const auto& gap = figure.gap ? *figure.gap : none;
            row.insert(row.end(),
                       {Cell(gap.value), gap.interval ? Cell(shortest(gap.interval->lower)) : Cell(""),
                        gap.interval ? Cell(shortest(gap.interval->upper)) : Cell(""), Cell(gap.p_value),
                        Cell(gap.p_value_adjusted)});
        }
        if (with.baselines) row.push_back(figure.baseline ? Cell(figure.baseline->value) : Cell(""));
        table.rows.push_back(std::move(row));
    }
}

Json measure_json(const ScoreReport& report, const ScoredMeasure& figure)
{
    const auto interval = figure.known();
    auto entry = Json::object();
    entry.add("value", Json(figure.value)).add("interval", interval ? interval_json(*interval) : Json());
    if (const auto all = without_reason(figure.simultaneous)) entry.add("simultaneous", interval_json(*all));
    entry.add("target", name_of(figure.estimand));
    if (const auto& baseline = figure.baseline)
        entry.add(
            "baseline",
            Json::object().add("name", Json::sentence(baseline->name)).add("value", Json(baseline->value)));
    if (figure.limits)
        entry.add("limits",
                  Json::object().add("lower", figure.limits->lower).add("upper", figure.limits->upper));
    if (!figure.value || !figure.interval)
        entry.add("reason", why_missing(figure.value, figure.interval));
    else if (figure.simultaneous && !*figure.simultaneous)
        entry.add("reason", figure.simultaneous->reason());
    if (figure.gap) {
        auto gap = Json::object();
        gap.add_value("value", figure.gap->value);
        gap.add("interval", figure.gap->interval ? interval_json(*figure.gap->interval) : Json());
        if (!figure.gap->interval) gap.add("reason", figure.gap->interval.reason());
        gap.add_value("p_value", figure.gap->p_value);
        gap.add_value("p_value_adjusted", figure.gap->p_value_adjusted);
        entry.add("gap", std::move(gap));
    }
    if (!figure.folds) return entry;
    entry.add("training_rows", report.training_rows).add("aggregation", name_of(figure.folds->aggregation));
    entry.add("pooled", Json(figure.folds->pooled)).add("mean_of_folds", Json(figure.folds->mean_of_folds));
    entry.add("standard_deviation", Json(figure.folds->standard_deviation));
    return entry;
}

Json classes_json(const ScoreReport& report, const std::vector<ClassFigures>& classes)
{
    auto json = Json::object();
    for (const auto& of_class : classes) {
        auto measures = Json::object();
        for (const auto& figure : of_class.measures)
            measures.add(figure.measure.name(), measure_json(report, figure));
        json.add(of_class.name,
                 Json::object().add("support", of_class.support).add("measures", std::move(measures)));
    }
    return json;
}

/// The figures of each class and their averages, with one class per line.
void add_class_table(Answer& answer, const ScoreReport& report)
{
    if (report.per_class.empty()) return;
    ResultTable table{.columns = {{"class"}}, .rows = {}};
    for (const auto& figure : report.per_class.front().measures)
        table.columns.insert(table.columns.end(),
                             {{figure.measure.name(), true}, {percent(report.level) + " interval", true}});
    table.columns.push_back({"support", true});
    for (const auto* list : {&report.per_class, &report.averages})
        for (const auto& of_class : *list) {
            std::vector<Cell> row{list == &report.averages ? '(' + of_class.name + " average)"
                                                           : of_class.name};
            for (const auto& figure : of_class.measures) {
                row.emplace_back(figure.value);
                row.push_back(interval_cell(figure.interval.without_reason()));
            }
            row.emplace_back(cell_text(of_class.support));
            table.rows.push_back(std::move(row));
        }
    answer.further.push_back({"Each class against all others", std::move(table)});
}

/// The standard error with more items or repeats, by the names of the answer.
std::vector<std::pair<std::string, Value>> errors_of_more(const RepeatsOfItems& repeated)
{
    const double one = static_cast<double>(repeated.items) / static_cast<double>(repeated.rows);
    return {{"error_of_one_repeat", repeated.error_of(1.0, one)},
            {"error_of_ten_repeats", repeated.error_of(1.0, 10.0 * one)},
            {"error_of_twice_the_items", repeated.error_of(2.0, 1.0)}};
}

Json judge_json(const JudgeHelp& judged)
{
    auto one = Json::object().add("items", judged.items);
    one.add("about", judged.about == ItemsAbout::finite ? "finite" : "population")
        .add("labelled_by", judged.labelled_by_judge ? "judge" : "random")
        .add("labels_alone",
             Json::object().add("value", judged.alone).add("interval", interval_json(judged.interval_alone)))
        .add_value("help", std::isfinite(judged.help) ? Value(judged.help) : Value::none(reasons::infinite))
        .add_value("effective_labels",
                   std::isfinite(judged.effective) ? Value(judged.effective) : Value::none(reasons::infinite))
        .add_value("p_random_labels", judged.p_random)
        .add("wanted_width", judged.width)
        .add_value("labels_for_width", judged.labels_for_width)
        .add_value("width_if_all_labelled", judged.width_of_all);
    auto strata = Json::array();
    for (const auto& stratum : judged.strata)
        strata.push(Json::object()
                        .add("judge", stratum.says)
                        .add("items", static_cast<std::uint64_t>(stratum.counts.rows))
                        .add("labelled", static_cast<std::uint64_t>(stratum.counts.labelled))
                        .add("mean", Json(stratum.mean)));
    one.add("strata", std::move(strata));
    return one;
}

/// The keys from `rows` to `confusion`, and the warnings of a subgroup.
void add_report(Json& json, const ScoreReport& report)
{
    json.add("rows", report.rows).add("task", name_of(report.task));
    if (report.scale)
        json.add(
            "scale",
            Json::object()
                .add("lowest", end_json(report.scale->lowest))
                .add("highest", end_json(report.scale->highest))
                .add("better", report.scale->direction == Direction::higher_is_better ? "higher" : "lower"));
    if (const auto& repeated = report.repeated) {
        const auto& spread = repeated->spread;
        auto one = Json::object().add("rows", repeated->rows).add("most_repeats", repeated->most);
        one.add_value("between", Value(spread.between))
            .add_value("within", Value(spread.within))
            .add("mean", spread.mean);
        one.add_value("standard_error", repeated->error());
        for (const auto& [name, error] : errors_of_more(*repeated)) one.add_value(name, error);
        one.add("these_items", repeated->these_items ? interval_json(*repeated->these_items) : Json());
        if (!repeated->these_items) one.add("reason", repeated->these_items.reason());
        if (const auto& runs = repeated->runs)
            one.add("runs", static_cast<std::uint64_t>(runs->runs))
                .add_value("runs_f", runs->f)
                .add_value("runs_p_value", runs->p_value);
        json.add("repeated", std::move(one));
    }
    if (report.judged) json.add("judged", judge_json(*report.judged));
    json.add("positive", report.positive.empty() ? Json() : Json(report.positive))
        .add("positive_by", report.positive.empty() ? Json() : Json(name_of(report.positive_by)))
        .add("prevalence", Json(report.prevalence));
    if (report.folds > 0) json.add("folds", report.folds).add("repeats", report.repeats);
    if (report.clusters > 0) json.add("clusters", report.clusters);
    auto measures = Json::object();
    for (const auto& figure : report.measures) measures.add(figure.name, measure_json(report, figure));
    json.add("measures", std::move(measures));
    if (!report.per_class.empty())
        json.add("per_class", classes_json(report, report.per_class))
            .add("averages", classes_json(report, report.averages));
    if (report.any_time) json.add("any_time", any_time_json(*report.any_time));
    json.add("confusion", report.confusion ? confusion_json(*report.confusion, report.classes) : Json());
    if (!report.subgroup.empty()) json.add("warnings", warnings_json(report.warnings));
}

Json json_of(const ScoreReport& report)
{
    auto json = answer_object("score");
    if (report.digest) json.add("digest", report.digest->hex());
    json.add("seed", report.seed);
    if (report.thresholds) {
        const auto [low, high] = std::ranges::minmax(report.thresholds->of_parts);
        json.add("threshold", Json::object()
                                  .add("rule", report.thresholds->rule.print())
                                  .add("on_all_rows", report.thresholds->on_all_rows)
                                  .add("lowest", low)
                                  .add("highest", high)
                                  .add("parts", report.thresholds->of_parts.size())
                                  .add("dealt", report.thresholds->dealt));
    }
    add_report(json, report);
    if (!report.subgroups.empty()) {
        auto subgroups = Json::object();
        for (const auto& subgroup : report.subgroups) {
            auto entry = Json::object();
            add_report(entry, subgroup);
            subgroups.add(subgroup.subgroup, std::move(entry));
        }
        json.add("subgroups", std::move(subgroups));
    }
    return std::move(json).add("warnings", warnings_json(report.warnings));
}

ResultTable long_table_of(const ScoreReport& report)
{
    const LongColumns with{.subgroups = !report.subgroups.empty(),
                           .classes = !report.per_class.empty(),
                           .folds = report.folds > 0,
                           .simultaneous = has_simultaneous(report),
                           .baselines = has_baselines(report)};
    ResultTable table{.columns = {{"measure"},
                                  {"value"},
                                  {"target"},
                                  {"lower"},
                                  {"upper"},
                                  {"level"},
                                  {"method"},
                                  {"guarantee"},
                                  {"reason"}},
                      .rows = {}};
    if (has_limits(report)) table.columns.insert(table.columns.end(), {{"value_from"}, {"value_to"}});
    if (with.simultaneous)
        table.columns.insert(table.columns.end(),
                             {{"simultaneous_lower"}, {"simultaneous_upper"}, {"simultaneous_level"}});
    if (with.folds)
        table.columns.insert(table.columns.end(),
                             {{"aggregation"}, {"pooled"}, {"mean_of_folds"}, {"standard_deviation"}});
    if (with.classes) table.columns.insert(table.columns.begin(), {.title = "class", .names = true});
    if (with.subgroups) {
        table.columns.insert(table.columns.begin(), {{.title = "group", .names = true}, {"rows"}});
        table.columns.insert(
            table.columns.end(),
            {{"gap"}, {"gap_lower"}, {"gap_upper"}, {"gap_p_value"}, {"gap_p_value_adjusted"}});
    }
    if (with.baselines) table.columns.push_back({"baseline"});
    const auto add = [&](const ScoreReport& part) {
        add_long_rows(table, part, with, part.measures);
        for (const auto& one : part.per_class) add_long_rows(table, part, with, one.measures, one.name);
        for (const auto& average : part.averages) add_long_rows(table, part, with, average.measures);
    };
    add(report);
    for (const auto& subgroup : report.subgroups) add(subgroup);
    return table;
}

/// The estimands of the figures, each once.
std::set<std::string> all_about(const ScoreReport& report)
{
    std::set<std::string> all;
    for (const auto& figure : report.measures)
        if (figure.value) all.insert(about(report, figure));
    return all;
}

ResultTable table_of(const ScoreReport& report, Legend& legend)
{
    const bool grouped = !report.subgroups.empty();
    const bool about_by_row = all_about(report).size() > 1;
    const bool simultaneous = has_simultaneous(report);
    ResultTable table{.columns = {{"measure"}}, .rows = {}};
    if (grouped) table.columns.insert(table.columns.end(), {{"subgroup"}, {"rows", true}});
    table.columns.push_back({"value", true});
    if (!grouped && has_baselines(report)) table.columns.push_back({"baseline", true});
    table.columns.push_back({percent(report.level) + " interval", true});
    if (simultaneous) table.columns.push_back({percent(report.level) + " of all candidates", true});
    table.columns.push_back({"how", false, true});
    if (grouped)
        table.columns.insert(
            table.columns.end(),
            {{"gap to rest", true}, {percent(report.level) + " interval", true}, {"adjusted p", true}});
    if (about_by_row) table.columns.push_back({"about"});
    if (report.folds > 0)
        table.columns.insert(table.columns.end(), {{"pooled", true}, {"mean of folds", true}});
    table.columns.insert(table.columns.end(), {{"better"}, {"range", false, true}});
    for (std::size_t m = 0; m < report.measures.size(); ++m) {
        table.rows.push_back(figure_row(report, m, report.measures[m].measure.spec.print(),
                                        grouped ? "(all)" : "", about_by_row, simultaneous, legend));
        for (const auto& subgroup : report.subgroups)
            table.rows.push_back(
                figure_row(subgroup, m, "", subgroup.subgroup, about_by_row, simultaneous, legend));
    }
    return table;
}

void add_legend(Notes& notes, const ScoreReport& report, const Legend& legend)
{
    Note estimated("What is estimated:");
    for (const auto estimand : legend.estimands) {
        std::string text = report.scale ? "items that are drawn as these were [" + name_of(estimand) + ']'
                                        : explained(estimand);
        if (estimand == Estimand::model && !report.scale)
            text += "; this assumes that these rows were not used to train it";
        if (estimand == Estimand::procedure && report.folds > 0)
            text += "; n = " + readable(std::round(report.training_rows));
        estimated.lines.push_back(std::move(text));
    }
    notes.push_back(std::move(estimated));
    Note reliability("Reliability of the intervals:");
    for (const auto& [method, interval] : legend.methods) {
        std::string text = method + ", " + explained(interval.guarantee);
        if (legend.estimands.size() > 1) text += "; about " + name_of(interval.estimand);
        reliability.lines.push_back(std::move(text));
    }
    if (!reliability.lines.empty()) notes.push_back(std::move(reliability));
    if (has_simultaneous(report))
        notes.push_back(
            {"Several models judged on the same rows:", {"of all candidates: " + simultaneous_text()}});
}

void add_reasons(Notes& notes, const ScoreReport& report, const Legend& legend)
{
    Note missing("Why figures are missing:");
    for (const auto& [reason, figures] : legend.reasons)
        missing.lines.push_back(listed(figures, 3) + ": " + explained(*reason));
    const auto not_pooled = [](const ScoredMeasure& m) { return m.value && m.folds && !m.folds->pooled; };
    if (std::any_of(report.measures.begin(), report.measures.end(), not_pooled))
        missing.lines.emplace_back("-  not pooled: that would compare scores of different models");
    if (!missing.lines.empty()) notes.push_back(std::move(missing));
}

/// What the repeats of items say.
void add_repeats(Notes& notes, const ScoreReport& report)
{
    const auto& repeated = report.repeated;
    if (!repeated) return;
    const auto& spread = repeated->spread;
    Note note("Repeats: " + counted(repeated->rows, "row") + " of " + counted(report.rows, "item") +
              ", up to " + std::to_string(repeated->most) +
              " each; what follows is about the mean of the values.");
    note.lines.push_back("Its interval is about such items and their repeats" +
                         (repeated->these_items
                              ? "; for these items alone, judged again, it lies in " +
                                    interval_cell(repeated->these_items.without_reason()).shown + '.'
                              : std::string(".")));
    note.lines.push_back("Variance between items " + readable(spread.between) + ", within items " +
                         readable(spread.within) + '.');
    if (repeated->error()) {
        const auto more = errors_of_more(*repeated);
        const auto error = [&](std::size_t i) { return readable(more[i].second.number()); };
        note.lines.push_back("Standard error " + readable(repeated->error().number()) + "; with one repeat " +
                             error(0) + ", with ten " + error(1) + ", with twice the items " + error(2) +
                             '.');
    }
    if (repeated->runs)
        note.lines.push_back("Items share the names of their " + counted(repeated->runs->runs, "repeat") +
                             ", each of which counts as a run on which its values may depend" +
                             (repeated->runs->f ? ": F " + readable(repeated->runs->f.number()) + ", p = " +
                                                      readable(repeated->runs->p_value.number()) + '.'
                                                : std::string(".")));
    notes.push_back(std::move(note));
}

/// What the judge adds to the labels, and on what the figure rests.
void add_judge(Answer& answer, const ScoreReport& report)
{
    const auto& judged = report.judged;
    if (!judged) return;
    const auto labels = counted(report.rows, "human label");
    Note note("Judge: " + counted(judged->items, "item") + ", " + labels + ".");
    std::string alone = "Labels alone: " + readable(judged->alone) + ", " +
                        interval_cell(judged->interval_alone).shown + ". ";
    if (!std::isfinite(judged->effective))
        alone += "Every item has a label, so that their mean is known.";
    else if (judged->help <= JudgeHelp::least_help)
        alone += "The judge does not help (" + two_digits(judged->help) + " x).";
    else
        alone += "With the judge the labels count as " + two_digits(judged->help) + " x " +
                 std::to_string(report.rows) + ".";
    note.lines.push_back(std::move(alone));
    note.lines.push_back(
        std::string("Valid if the labelled items were drawn at random within each value of the "
                    "judge") +
        (judged->labelled_by_judge ? ", as stated"
         : !judged->p_random       ? ""
         : judged->p_random.number() < JudgeHelp::least_p
             ? "; by these values they do not look like a random draw"
             : "; by these values they look like a random draw") +
        (judged->p_random ? " (p = " + readable(judged->p_random.number()) + ")." : std::string(".")));
    if (judged->labels_for_width && judged->width > 0.0)
        note.lines.push_back("An interval that is " + readable(judged->width) + " wide needs about " +
                             counted(static_cast<std::uint64_t>(judged->labels_for_width.number()), "label") +
                             ", if the judge stays as good.");
    else if (judged->width_of_all)
        note.lines.push_back("No number of labels of these items gives an interval that is " +
                             readable(judged->width) + " wide: with all it is " +
                             readable(judged->width_of_all.number()) + '.');
    answer.notes.push_back(std::move(note));
    ResultTable table{.columns = {{.title = "judge", .names = true},
                                  {"items", true},
                                  {"share", true},
                                  {"labels", true},
                                  {"share of labels", true},
                                  {"mean of labels", true}},
                      .rows = {}};
    for (const auto& stratum : judged->strata)
        table.rows.push_back({stratum.says, Cell(cell_text(stratum.counts.rows)),
                              Cell(Value(stratum.counts.rows / static_cast<double>(judged->items))),
                              Cell(cell_text(stratum.counts.labelled)),
                              Cell(Value(stratum.counts.labelled / static_cast<double>(report.rows))),
                              Cell(stratum.mean)});
    answer.further.push_back({.title = "What the judge says", .table = std::move(table)});
}

void add_settled(Notes& notes, const ScoreReport& report)
{
    std::vector<std::string> settled;
    const auto of_scores = [](const ScoredMeasure& f) { return f.measure.needs_scores; };
    const auto about = all_about(report);
    if (about.size() == 1) settled.push_back("about " + *about.begin());
    if (!report.positive.empty() && !report.prevalence)
        settled.push_back("positive class '" + report.positive + '\'');
    if (!report.positive.empty() && std::ranges::any_of(report.measures, of_scores))
        settled.push_back("larger scores mean '" + report.positive + '\'');
    settled.insert(settled.end(), report.notes.begin(), report.notes.end());
    if (!settled.empty()) notes.push_back("Settled: " + in_one_line(settled));
}

std::string heading_of(const ScoreReport& report, const std::string& source)
{
    const bool repeated = report.repeats > 1 && report.rows % report.repeats == 0;
    std::string text =
        source + ": " +
        (repeated
             ? counted(report.rows, "prediction") + ", " + std::to_string(report.repeats) + " of each row"
             : counted(report.judged ? report.judged->items : report.rows, report.scale ? "item" : "row")) +
        (report.judged ? ", " + std::to_string(report.rows) + " with a human label" : "") + ", " +
        (report.any_time && !report.scale ? "at any time" : name_of(report.task));
    if (report.prevalence)
        text +=
            "; positive class '" + report.positive + "', prevalence " + readable(report.prevalence.number());
    if (report.scale)
        text += " from " + shortest(report.scale->lowest) + " to " + shortest(report.scale->highest) + ", " +
                (report.scale->direction == Direction::higher_is_better ? "higher" : "lower") + " is better";
    if (report.classes.size() > 0 &&
        (report.task == ScoreTask::multiclass || report.task == ScoreTask::ordinal))
        text += "; " + counted(report.classes.size(), "class", "classes");
    if (report.folds > 0)
        text += "; out of fold, " + counted(report.folds, "fold") +
                (report.repeats > 1 ? " in " + counted(report.repeats, "repeat") : "");
    if (report.clusters > 0) text += "; " + counted(report.clusters, "cluster");
    return text;
}

/// The subgroups against the other rows, by the leading measure, unless its best value lies between others.
/// Of two subgroups each is the rest of the other.
std::vector<Relation> gaps_of(const ScoreReport& report)
{
    std::vector<Relation> all;
    if (report.measures[report.leading].measure.best) return all;
    for (const auto& subgroup : report.subgroups) {
        const auto& figure = subgroup.measures[report.leading];
        if (!figure.gap) continue;
        const auto& gap = *figure.gap;
        Relation relation{.a = subgroup.subgroup,
                          .b = "the other rows",
                          .level = report.level,
                          .difference = gap.value,
                          .interval = gap.interval,
                          .p_value = gap.p_value_adjusted,
                          .adjusted = report.subgroups.size() > 2};
        if (gap.p_value_adjusted)
            relation.state =
                gap.p_value_adjusted.number() > report.level.outside() ? VerdictState::not_shown
                : (gap.value.number() < 0.0) == (figure.measure.direction == Direction::lower_is_better)
                    ? VerdictState::shown
                    : VerdictState::refuted;
        all.push_back(std::move(relation));
    }
    return all;
}

/// By the leading measure.
Verdict score_verdict(const ScoreReport& report)
{
    const auto& figure = report.measures[report.leading];
    Verdict verdict{.noun = "model",
                    .leaders = {report.scale ? "these items" : "these predictions"},
                    .measure = figure.name};
    if (report.scale) {
        verdict.question = Question::how_good;
        if (report.judged) verdict.in_words = report.judged->mean_is;
    }
    verdict.direction = figure.measure.direction;
    verdict.value = figure.value;
    verdict.interval = figure.interval.without_reason();
    if (const auto& baseline = figure.baseline)
        verdict.baseline = Baseline{.name = baseline->name,
                                    .value = baseline->value,
                                    .relation = {.a = verdict.leaders.front(), .b = baseline->name}};
    if (verdict.baseline && figure.measure.no_skill && report.folds == 0)
        verdict.baseline->relation =
            against_constant(verdict, verdict.baseline->name, *figure.measure.no_skill);
    if (verdict.baseline) verdict.baseline->relation.a = "The model";
    verdict.requirements = report.requirements;
    verdict.gaps = gaps_of(report);
    settle(verdict);
    const auto warned = [&](const WarningCode& code) {
        return std::ranges::any_of(report.warnings, [&](const Warning& warning) { return warning.is(code); });
    };
    if (warned(warnings::cuts_as_given))
        verdict.limits.emplace_back(
            "The figures of labels, and requirements on them, are about choosing a "
            "threshold in this way: they say less about the one that all rows choose.");
    if (verdict.interval && warned(warnings::duplicate_rows))
        verdict.limits.emplace_back(
            "Rows that are copies of others count as new ones, which makes the interval too short.");
    return verdict;
}

} // namespace

Answer answer_of(const ScoreReport& report, const std::string& source)
{
    Legend legend;
    Answer answer{.heading = {heading_of(report, source)},
                  .table = table_of(report, legend),
                  .long_table = long_table_of(report),
                  .json = json_of(report)};
    add_reasons(answer.notes, report, legend);
    add_legend(answer.legend, report, legend);
    add_limits(answer.notes, report);
    add_repeats(answer.notes, report);
    add_judge(answer, report);
    if (report.any_time) answer.notes.push_back(any_time_note(*report.any_time));
    add_class_table(answer, report);
    add_confusion(answer, report);
    add_settled(answer.notes, report);
    answer.warn(report.warnings);
    for (const auto& subgroup : report.subgroups)
        answer.warn(subgroup.warnings, "subgroup '" + subgroup.subgroup + '\'');
    if (!report.measures.empty()) conclude(answer, score_verdict(report));
    return answer;
}

namespace {

std::string baseline_text(const Measure& measure)
{
    constexpr const char* names[] = {"none", "", "majority", "shares", "mean", "median"};
    const auto kind = measure.baseline();
    return kind == BaselineKind::no_skill ? shortest(*measure.no_skill)
                                          : names[static_cast<std::size_t>(kind)];
}

} // namespace

Answer measures_answer()
{
    Answer answer;
    answer.table.columns = {{"measure"},  {"shown"},          {"better"},     {"range"},      {"needs"},
                            {"baseline"}, {"mean over rows"}, {"what it is"}, {"also called"}};
    const auto infos = measure_infos();
    const auto measures = measures_of_table();
    auto list = Json::array();
    for (std::size_t i = 0; i < infos.size(); ++i) {
        const auto& m = measures[i];
        std::string also;
        for (const auto& alias : infos[i].aliases) also += (also.empty() ? "" : " ") + alias;
        answer.table.rows.push_back({m.spec.print(), shown_text(m), directions_text(m), ranges_text(m),
                                     needs_text(m), baseline_text(m), m.additive() ? "yes" : "no",
                                     infos[i].help, also});
        list.push(Json::object()
                      .add("name", m.spec.print())
                      .add("shown", shown_text(m))
                      .add("better", directions_text(m))
                      .add("range", ranges_text(m))
                      .add("needs", needs_text(m))
                      .add("baseline", baseline_text(m))
                      .add("mean_over_rows", m.additive())
                      .add("help", infos[i].help)
                      .add("aliases", Json::list(infos[i].aliases)));
    }
    answer.json = answer_object("score").add("measures", std::move(list));
    return answer;
}

} // namespace unseen
