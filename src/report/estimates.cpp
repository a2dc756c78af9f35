#include "unseen/report/estimates.hpp"

#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace unseen {

namespace {

std::string percent(Level level) { return shortest(std::round(level.value() * 1e8) / 1e6) + " %"; }

/// What a target is, in one sentence.
std::string explained(Target target)
{
    switch (target) {
    case Target::model: return "model: the error of the very model that was fitted, on new rows like these";
    case Target::procedure: return "procedure(n): the expected error of the learner when it is trained on n rows like these";
    case Target::fold_models: return "fold-models: the mean error of the models that were fitted in the folds";
    case Target::randomised: return "randomised: the error of the classifier that draws one of the models for each new row";
    case Target::split: return "split: the figure of one further split of the same rows";
    case Target::none: return "none: a figure of these rows only; the training error is too good for new ones";
    }
    return "";
}

/// What is promised of an interval.
std::string explained(Guarantee guarantee)
{
    switch (guarantee) {
    case Guarantee::exact: return "exact: covers its target at least that often";
    case Guarantee::asymptotic: return "asymptotic: covers its target about that often if there are many rows";
    case Guarantee::heuristic: return "heuristic: works well in practice, without a proof";
    }
    return "";
}

/// Why there is no interval; empty where the value's own reason says it.
std::string explained(const std::string& reason)
{
    if (reason == "no_interval_for_design") return "no interval is known to hold for this design";
    if (reason == "zero_variance") return "no spread, so no interval";
    if (reason == "one_split") return "one split shows no spread, so no interval";
    if (reason == "one_row") return "one test row shows no spread, so no interval";
    if (reason == "infinite") return "too few rows for this level: an end would be infinite";
    return "";
}

std::string target_text(const Estimate& e)
{
    if (e.target != Target::procedure) return name_of(e.target);
    return name_of(e.target) + '(' + shortest(std::round(e.training_rows * 10) / 10) + ')';
}

Json interval_json(const Interval& interval)
{
    std::vector<Json> assumptions;
    for (const auto& text : interval.assumptions) assumptions.emplace_back(text);
    return Json::object()
        .add("lower", interval.lower)
        .add("upper", interval.upper)
        .add("level", interval.level.value())
        .add("method", interval.method)
        .add("target", name_of(interval.target))
        .add("guarantee", name_of(interval.guarantee))
        .add("assumptions", Json::array(std::move(assumptions)));
}

/// Times to a millisecond: below that they say nothing.
std::string seconds_text(double seconds)
{
    if (seconds < 0.0005) return "<0.001";
    const auto text = readable(std::round(seconds * 1000.0) / 1000.0);
    return seconds < 100.0 ? text.substr(0, text.size() - 1) : text;
}

/// A line that gives the name in full, with every default, unless that is what the user wrote.
void add_full_names(std::vector<std::string>& notes, const std::string& shown, const std::string& full)
{
    const auto line = "  " + shown + " = " + full;
    if (shown != full && std::find(notes.begin(), notes.end(), line) == notes.end()) notes.push_back(line);
}

} // namespace

ResultTable estimates_table(const EstimateReport& report, std::span<const std::string> learners,
                            std::span<const std::string> estimators)
{
    const auto n_measures = report.estimates.empty() ? 1 : report.estimates.size() / (learners.size() * estimators.size());
    const Level level = [&] {
        for (const auto& e : report.estimates)
            if (e.interval) return e.interval->level;
        return Level(0.95);
    }();
    ResultTable table{.columns = {{"learner"},
                                  {"estimator"},
                                  {"measure"},
                                  {"value", true},
                                  {percent(level) + " interval", true},
                                  {"interval about"},
                                  {"value about"},
                                  {"fits", true},
                                  {"seconds", true}},
                      .rows = {}};
    std::set<Target> targets;
    std::map<std::string, Guarantee> methods;
    std::vector<std::string> names;
    std::set<std::string> reasons;
    std::vector<std::string> warnings;
    for (std::size_t i = 0; i < report.estimates.size(); ++i) {
        const auto& e = report.estimates[i];
        const auto& learner = learners[i / (n_measures * estimators.size())];
        const auto& estimator = estimators[i / n_measures % estimators.size()];
        Cell interval("-", "");
        Cell about("-", "");
        if (e.interval) {
            interval = Cell(readable(e.interval->lower) + " .. " + readable(e.interval->upper),
                            shortest(e.interval->lower) + ".." + shortest(e.interval->upper));
            about = Cell(name_of(e.interval->target) + ", " + e.interval->method);
            methods.emplace(e.interval->method, e.interval->guarantee);
            targets.insert(e.interval->target);
        } else {
            reasons.insert(e.interval_reason);
        }
        Cell value(e.value);
        if (!e.value)
            value = Cell("none: " + e.value.reason(), "");
        else if (e.failures > 0)
            value.shown += '*';
        targets.insert(e.target);
        for (const auto& warning : e.warnings) {
            const auto line = "  " + learner + ", " + estimator + ": " + warning.text + " [" + warning.code + ']';
            if (std::find(warnings.begin(), warnings.end(), line) == warnings.end()) warnings.push_back(line);
        }
        const auto fits =
            e.failures > 0 ? std::to_string(e.fits - e.failures) + " of " + std::to_string(e.fits) : std::to_string(e.fits);
        table.rows.push_back({learner, estimator, e.measure, value, interval, about, target_text(e), fits,
                              Cell(seconds_text(e.seconds), shortest(e.seconds))});
        add_full_names(names, learner, e.learner);
        add_full_names(names, estimator, e.estimator);
    }
    auto& notes = table.notes;
    notes.push_back("What is estimated:");
    for (const auto target : targets) notes.push_back("  " + explained(target));
    if (!methods.empty()) notes.push_back("How far the intervals can be trusted:");
    for (const auto& [method, guarantee] : methods) notes.push_back("  " + method + ", " + explained(guarantee));
    for (const auto& reason : reasons)
        if (const auto text = explained(reason); !text.empty()) notes.push_back("  -  " + text + " [" + reason + ']');
    if (!names.empty()) {
        notes.push_back("In full:");
        notes.insert(notes.end(), names.begin(), names.end());
    }
    if (!warnings.empty()) {
        notes.push_back("Warnings (* marks a figure without its failed fits):");
        notes.insert(notes.end(), warnings.begin(), warnings.end());
    }
    return table;
}

ResultTable estimates_long_table(const EstimateReport& report)
{
    ResultTable table{.columns = {{"learner"},
                                  {"estimator"},
                                  {"measure"},
                                  {"value"},
                                  {"target"},
                                  {"training_rows"},
                                  {"aggregation"},
                                  {"standard_deviation"},
                                  {"fits"},
                                  {"failures"},
                                  {"lower"},
                                  {"upper"},
                                  {"level"},
                                  {"method"},
                                  {"interval_target"},
                                  {"guarantee"},
                                  {"reason"},
                                  {"warnings"}},
                      .rows = {}};
    for (const auto& e : report.estimates) {
        std::string warnings;
        for (const auto& warning : e.warnings) warnings += (warnings.empty() ? "" : ";") + warning.code;
        std::vector<Cell> row = {e.learner,
                                 e.estimator,
                                 e.measure,
                                 Cell(e.value),
                                 name_of(e.target),
                                 shortest(e.training_rows),
                                 name_of(e.aggregation),
                                 Cell(e.standard_deviation),
                                 std::to_string(e.fits),
                                 std::to_string(e.failures)};
        if (e.interval)
            row.insert(row.end(), {shortest(e.interval->lower), shortest(e.interval->upper), shortest(e.interval->level.value()),
                                   e.interval->method, name_of(e.interval->target), name_of(e.interval->guarantee), ""});
        else
            row.insert(row.end(), {"", "", "", "", "", "", e.value ? e.interval_reason : e.value.reason()});
        row.emplace_back(warnings);
        table.rows.push_back(std::move(row));
    }
    return table;
}

Json warnings_json(std::span<const Warning> warnings)
{
    auto array = Json::array();
    for (const auto& warning : warnings) array.push(Json::object().add("code", warning.code).add("text", warning.text));
    return array;
}

Json estimates_json(const EstimateReport& report)
{
    auto array = Json::array();
    for (const auto& e : report.estimates) {
        auto json = Json::object();
        json.add("learner", e.learner).add("estimator", e.estimator).add("measure", e.measure).add("value", Json(e.value));
        json.add("target", name_of(e.target)).add("training_rows", e.training_rows).add("aggregation", name_of(e.aggregation));
        json.add("standard_deviation", Json(e.standard_deviation)).add("fits", e.fits).add("failures", e.failures);
        json.add("interval", e.interval ? interval_json(*e.interval) : Json());
        if (!e.value || !e.interval) json.add("reason", e.value ? e.interval_reason : e.value.reason());
        json.add("bound", Json()); // no estimator gives one yet
        auto splits = Json::array();
        for (const auto& value : e.per_split) splits.push(Json(value));
        json.add("per_split", std::move(splits));
        auto complexity = Json::object();
        for (const auto& [name, size] : e.complexity) complexity.add(name, Json(size));
        json.add("complexity", std::move(complexity)).add("warnings", warnings_json(e.warnings));
        array.push(std::move(json));
    }
    return array;
}

} // namespace unseen
