#include "unseen/report/estimates.hpp"

#include "report/bound_words.hpp"
#include "report/words.hpp"

#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace unseen {

namespace {

std::string target_text(const Estimate& e)
{
    if (e.target != Target::procedure) return name_of(e.target);
    return name_of(e.target) + '(' + shortest(std::round(e.training_rows * 10) / 10) + ')';
}

/// Times to a millisecond: below that they say nothing.
std::string seconds_text(double seconds)
{
    if (seconds < 0.0005) return "<0.001";
    const auto text = readable(std::round(seconds * 1000.0) / 1000.0);
    return seconds < 100.0 ? text.substr(0, text.size() - 1) : text;
}

void add_once(std::vector<std::string>& all, const std::string& one)
{
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

/// A line that gives the name in full, with every default, unless that is what the user wrote.
void add_full_names(std::vector<std::string>& notes, const std::string& shown, const std::string& full)
{
    const auto line = "  " + shown + " = " + full;
    if (shown != full) add_once(notes, line);
}

} // namespace

ResultTable estimates_table(const EstimateReport& report, std::span<const std::string> learners,
                            std::span<const std::string> estimators, std::span<const std::string> bounds)
{
    const auto of_a_learner = report.estimates.size() / learners.size();
    const auto n_figures = of_a_learner - bounds.size(); // estimator by estimator, measure by measure
    const auto n_measures = estimators.empty() ? 1 : n_figures / estimators.size();
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
    if (!bounds.empty()) table.columns.insert(table.columns.begin() + 5, {"upper bound", true});
    std::vector<std::string> statements;
    std::map<std::string, std::vector<std::string>> assumptions; ///< and the bounds that make them
    std::set<Target> targets;
    std::map<std::string, Guarantee> methods;
    std::vector<std::string> names;
    std::set<std::string> reasons;
    std::vector<std::string> warnings;
    std::map<std::string, std::vector<std::string>> warned; ///< whose figures a warning is about
    for (std::size_t i = 0; i < report.estimates.size(); ++i) {
        const auto& e = report.estimates[i];
        const auto& learner = learners[i / of_a_learner];
        const auto own = i % of_a_learner;
        const auto& estimator = own < n_figures ? estimators[own / n_measures] : bounds[own - n_figures];
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
            const auto line = warning.text + " [" + warning.code + ']';
            add_once(warnings, line);
            add_once(warned[line], learner + ", " + estimator);
        }
        const auto fits =
            e.failures > 0 ? std::to_string(e.fits - e.failures) + " of " + std::to_string(e.fits) : std::to_string(e.fits);
        table.rows.push_back({learner, estimator, e.measure, value, interval, about, target_text(e), fits,
                              Cell(seconds_text(e.seconds), shortest(e.seconds))});
        if (!bounds.empty())
            table.rows.back().insert(table.rows.back().begin() + 5, e.bound ? Cell(e.bound->bound.upper) : Cell("-", ""));
        if (e.bound) {
            statements.push_back("  " + learner + ", " + estimator + ": " + statement(e.bound->bound));
            add_once(assumptions[assumptions_of(e.bound->bound)], estimator);
        }
        add_full_names(names, learner, e.learner);
        add_full_names(names, estimator, e.estimator);
    }
    auto& notes = table.notes;
    if (!statements.empty()) {
        notes.push_back("What is proved:");
        notes.insert(notes.end(), statements.begin(), statements.end());
        notes.push_back("What that assumes:");
        for (const auto& [assumption, names_of_bounds] : assumptions) {
            std::string line;
            for (const auto& name : names_of_bounds) line += (line.empty() ? "  " : ", ") + name;
            notes.push_back(line + ": " + assumption);
        }
    }
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
        for (const auto& line : warnings) {
            const auto& whose = warned[line];
            notes.push_back("  " + whose.front() +
                            (whose.size() > 1 ? " and " + std::to_string(whose.size() - 1) + " more: " : ": ") + line);
        }
    }
    return table;
}

ResultTable estimates_long_table(const EstimateReport& report)
{
    ResultTable table{.columns =
                          {
                              {"learner"},
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
                              {"warnings"},
                          },
                      .rows = {}};
    const bool bounds =
        std::any_of(report.estimates.begin(), report.estimates.end(), [](const Estimate& e) { return e.bound.has_value(); });
    if (bounds) table.columns.insert(table.columns.end(), {{"bound_lower"}, {"bound_upper"}, {"bound_delta"}});
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
        if (e.bound)
            row.insert(row.end(),
                       {Cell(e.bound->bound.lower), Cell(e.bound->bound.upper), shortest(e.bound->bound.delta.value())});
        else if (bounds)
            row.insert(row.end(), {"", "", ""});
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
        if (e.bound) {
            auto bound = Json::object();
            add_bound(bound, e.bound->name, e.bound->bound, *e.bound->kind, e.bound->inputs);
            json.add("bound", std::move(bound));
        } else {
            json.add("bound", Json());
        }
        json.add("per_split", Json::values(e.per_split));
        auto complexity = Json::object();
        for (const auto& [name, size] : e.complexity) complexity.add(name, Json(size));
        json.add("complexity", std::move(complexity)).add("warnings", warnings_json(e.warnings));
        array.push(std::move(json));
    }
    return array;
}

} // namespace unseen
