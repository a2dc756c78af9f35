#include "unseen/report/estimates.hpp"

#include "base/add_once.hpp"
#include "base/listed.hpp"
#include "report/baseline_lines.hpp"
#include "report/bound_words.hpp"
#include "report/comparison_parts.hpp"
#include "report/dataset_words.hpp"
#include "report/words.hpp"

#include "unseen/base/number.hpp"
#include "unseen/compare/verdict.hpp"
#include "unseen/report/verdicts.hpp"
#include "unseen/stats/effective_rows.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace unseen {

namespace {

/// What the value and the interval are about: "a model trained on about 691 rows", which is about the model
/// of all rows too where the interval is about both, or "a model trained on about 67 rows; interval: the
/// models of the folds".
std::string about(const Estimate& e)
{
    const auto text = [&](Estimand estimand) { return subject(estimand, e.training_rows); };
    if (!e.value && e.estimand == Estimand::none) return "-";
    if (e.bound && e.bound->bound.estimand != e.estimand)
        return text(e.estimand) + "; bound: " + text(e.bound->bound.estimand);
    if (!e.interval || e.estimand == e.interval->estimand || e.estimand == e.interval->also)
        return text(e.estimand);
    return text(e.estimand) + "; interval: " + text(e.interval->estimand);
}

/// A time, rounded to a millisecond.
std::string seconds_text(double seconds)
{
    if (seconds < 0.0005) return "<0.001";
    const auto text = readable(std::round(seconds * 1000.0) / 1000.0);
    return seconds < 100.0 ? text.substr(0, text.size() - 1) : text;
}

/// Collects the terms that the figures of a table use, and explains them below it.
class EstimateLegend {
public:
    void add(const Estimate& e)
    {
        const auto& learner = e.asked.learner_name;
        const auto& estimator = e.asked.estimator_name;
        if (e.value || e.estimand != Estimand::none) estimands_.insert(e.estimand);
        if (e.bound) estimands_.insert(e.bound->bound.estimand);
        if (e.interval) {
            methods_.emplace(e.interval->method, e.interval->guarantee);
            estimands_.insert(e.interval->estimand);
            if (e.interval->also != Estimand::none) estimands_.insert(e.interval->also);
        } else if (!e.bound) {
            reasons_.insert(&why_missing(e.value, e.interval));
        }
        if (e.bound) {
            statements_.push_back(learner + ", " + estimator + ": " + statement(e.bound->bound));
            add_once(assumptions_[assumptions_of(e.bound->bound)], estimator);
        }
        // Names with every default, unless the user wrote them so.
        for (const auto& [shown, full] :
             {std::pair(learner, e.asked.learner), std::pair(estimator, e.asked.estimator)})
            if (shown != full) add_once(names_, shown + " = " + full);
        if (e.selection) add_once(choices_, learner + ", " + estimator + ": " + choices_of(e));
        starred_ |= e.value && e.cost.failures > 0;
    }

    /// The notes that nobody should miss: proved bounds, and reasons for missing figures.
    std::vector<Note> notes() const
    {
        std::vector<Note> notes;
        add_section(notes, "What the bounds say:", statements_);
        add_section(notes, "What was chosen:", choices_);
        std::vector<std::string> lines;
        for (const auto* reason : reasons_) lines.push_back(explained(*reason));
        add_section(notes, "Why figures are missing:", lines);
        if (starred_) notes.emplace_back("* marks a figure that leaves out failed fits.");
        return notes;
    }

    /// The meaning of the terms and names of the table.
    std::vector<Note> legend() const
    {
        std::vector<Note> legend;
        std::vector<std::string> lines;
        for (const auto estimand : estimands_) lines.push_back(explained(estimand));
        add_section(legend, "What is estimated:", lines);
        lines.clear();
        for (const auto& [method, guarantee] : methods_)
            lines.push_back(method + ", " + explained(guarantee));
        add_section(legend, "Reliability of the intervals:", lines);
        lines.clear();
        for (const auto& [assumption, bounds] : assumptions_)
            lines.push_back(listed(bounds) + ": " + assumption);
        add_section(legend, "Assumptions:", lines);
        add_section(legend, "Names in full:", names_);
        return legend;
    }

private:
    static void add_section(std::vector<Note>& notes, const std::string& title,
                            const std::vector<std::string>& lines)
    {
        if (!lines.empty()) notes.push_back({title, lines});
    }

    /// "k=7 in 60 of 100 fits, k=9 in 40; by error_rate on the inner splits: 0.21 on average, a flat figure,
    /// which is optimistic".
    static std::string choices_of(const Estimate& e)
    {
        constexpr std::size_t most_shown = 4;
        auto chosen = e.selection->chosen;
        std::ranges::stable_sort(chosen, std::ranges::greater(),
                                 &std::pair<std::string, std::uint64_t>::second);
        std::vector<std::string> parts;
        for (const auto& [choice, fits] : chosen)
            parts.push_back(choice + " in " + std::to_string(fits) +
                            (parts.empty() ? " of " + counted(e.cost.fits - e.cost.failures, "fit") : ""));
        return listed(parts, most_shown) + "; by " +
               (e.selection->measure.empty() ? "a figure" : e.selection->measure) +
               " on the inner splits: " + readable(e.selection->flat) +
               " on average, a flat figure, which is optimistic";
    }

    std::vector<std::string> statements_;
    std::vector<std::string> choices_; ///< the choices of learners that choose their parameters
    std::map<std::string, std::vector<std::string>> assumptions_; ///< each with the bounds that make it
    std::set<Estimand> estimands_;
    std::map<std::string, Guarantee> methods_;
    std::set<const Reason*, ByName> reasons_;
    std::vector<std::string> names_;
    bool starred_ = false; ///< whether a figure leaves out failed fits
};

bool has_unlisted_baseline(const std::vector<Estimate>& all)
{
    return std::ranges::any_of(all, [&](const Estimate& e) {
        return e.baseline && std::ranges::none_of(all, [&](const Estimate& other) {
                   return other.asked.learner == e.baseline->learner;
               });
    });
}

/// The columns that not every answer has.
struct FurtherColumns {
    explicit FurtherColumns(const std::vector<Estimate>& all)
        : bounds(std::ranges::any_of(all, [](const Estimate& e) { return e.bound.has_value(); })),
          repeats(
              std::ranges::any_of(all, [](const Estimate& e) { return e.spread.of_repeats.has_value(); })),
          training(std::ranges::any_of(all, [](const Estimate& e) { return e.training.has_value(); })),
          simultaneous(std::ranges::any_of(
              all, [](const Estimate& e) { return without_reason(e.simultaneous).has_value(); })),
          baselines(std::ranges::any_of(all, [](const Estimate& e) { return e.baseline.has_value(); }))
    {
        unlisted_baselines = has_unlisted_baseline(all);
        std::set<double> all_levels;
        for (const auto& e : all)
            if (e.interval) all_levels.insert(e.interval->level.value());
        levels = all_levels.size() > 1;
    }
    bool bounds;
    bool repeats;
    bool training;
    bool simultaneous; ///< whether several models are tested on the same rows
    bool baselines;
    bool unlisted_baselines = false; ///< whether a baseline is not itself one of the learners
    bool levels = false;             ///< whether the intervals have several levels
};

std::vector<Cell> figure_row(const Estimate& e, const FurtherColumns& further)
{
    Cell value(e.value);
    if (!e.value)
        value = Cell("none: " + std::string(e.value.reason()), "");
    else if (e.cost.failures > 0)
        value.shown += '*';
    std::vector<Cell> row = {e.asked.learner_name, e.asked.estimator_name, e.asked.measure, std::move(value)};
    if (further.unlisted_baselines) row.push_back(e.baseline ? Cell(e.baseline->value) : Cell("-", ""));
    if (further.training) row.push_back(e.training ? Cell(e.training->value) : Cell("-", ""));
    if (e.interval)
        row.emplace_back(readable(e.interval->lower) + " .. " + readable(e.interval->upper) +
                             (further.levels ? " (" + percent(e.interval->level) + ')' : ""),
                         shortest(e.interval->lower) + ".." + shortest(e.interval->upper));
    else
        row.emplace_back("-", "");
    if (further.simultaneous) row.push_back(interval_cell(without_reason(e.simultaneous)));
    if (further.bounds) row.push_back(e.bound ? Cell(e.bound->bound.upper) : Cell("-", ""));
    row.emplace_back(about(e));
    row.push_back(e.interval ? Cell(e.interval->method) : Cell("-", ""));
    row.emplace_back((e.cost.failures > 0 ? std::to_string(e.cost.fits - e.cost.failures) + " of " : "") +
                     std::to_string(e.cost.fits));
    row.emplace_back(seconds_text(e.cost.seconds), shortest(e.cost.seconds));
    return row;
}

ResultTable long_table_of(const EstimateReport& report)
{
    const auto& estimates = report.estimates;
    ResultTable table;
    for (const char* title :
         {"learner", "estimator", "measure", "value", "target", "training_rows", "aggregation",
          "standard_deviation", "fits", "failures", "lower", "upper", "level", "method", "interval_target",
          "guarantee", "reason", "warnings", "learner_name"})
        table.columns.push_back({title});
    table.columns.back().names = true;
    const FurtherColumns further(estimates);
    if (further.repeats)
        table.columns.insert(table.columns.end(),
                             {{"repeats"}, {"repeat_standard_deviation"}, {"repeat_least"}, {"repeat_most"}});
    if (further.baselines) table.columns.push_back({"baseline"});
    if (further.training) table.columns.push_back({"training_value"});
    if (further.simultaneous)
        table.columns.insert(table.columns.end(),
                             {{"simultaneous_lower"}, {"simultaneous_upper"}, {"simultaneous_level"}});
    if (further.bounds)
        table.columns.insert(table.columns.end(), {{"bound_lower"}, {"bound_upper"}, {"bound_delta"}});
    for (const auto& e : estimates) {
        std::vector<Cell> row = {e.asked.learner,
                                 e.asked.estimator,
                                 e.asked.measure,
                                 Cell(e.value),
                                 name_of(e.estimand),
                                 shortest(e.training_rows),
                                 name_of(e.aggregation),
                                 Cell(e.spread.standard_deviation),
                                 e.cost.fits,
                                 e.cost.failures};
        if (e.interval)
            row.insert(row.end(), {shortest(e.interval->lower), shortest(e.interval->upper),
                                   shortest(e.interval->level.value()), e.interval->method,
                                   name_of(e.interval->estimand), name_of(e.interval->guarantee), ""});
        else
            row.insert(row.end(), {"", "", "", "", "", "", std::string(why_missing(e.value, e.interval))});
        auto warned = report.warnings;
        add_once(warned, e.warnings);
        row.emplace_back(codes_of(warned));
        row.emplace_back(e.asked.learner_name);
        if (const auto& spread = e.spread.of_repeats)
            row.insert(row.end(), {std::to_string(spread->repeats), shortest(spread->standard_deviation),
                                   shortest(spread->least), shortest(spread->most)});
        else if (further.repeats)
            row.insert(row.end(), {"", "", "", ""});
        if (further.baselines) row.push_back(e.baseline ? Cell(e.baseline->value) : Cell(""));
        if (further.training) row.push_back(e.training ? Cell(e.training->value) : Cell(""));
        if (further.simultaneous) add_limits_and_level(row, without_reason(e.simultaneous));
        if (e.bound)
            row.insert(row.end(), {Cell(e.bound->bound.lower), Cell(e.bound->bound.upper),
                                   shortest(e.bound->bound.delta.value())});
        else if (further.bounds)
            row.insert(row.end(), {"", "", ""});
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// The spread of the repeats' figures.
FurtherTable spread_table(const std::vector<Estimate>& estimates)
{
    FurtherTable spread{.title = "How much the repeats differ, which draw other splits of the same rows",
                        .table = {}};
    spread.table.columns = {{"learner"},         {"estimator"},      {"measure"},      {"repeats", true},
                            {"std. dev.", true}, {"smallest", true}, {"largest", true}};
    for (const auto& e : estimates)
        if (const auto& of = e.spread.of_repeats)
            spread.table.rows.push_back({e.asked.learner_name, e.asked.estimator_name, e.asked.measure,
                                         of->repeats, readable(of->standard_deviation), readable(of->least),
                                         readable(of->most)});
    spread.detail = true;
    return spread;
}

/// The number of groups with labelled rows.
std::size_t groups_of(const Dataset& data)
{
    const auto of_rows = data.groups().first(data.labelled());
    return of_rows.empty() ? 0 : std::size_t{1} + *std::max_element(of_rows.begin(), of_rows.end());
}

} // namespace

Json estimate_json(const Estimate& e)
{
    auto json = Json::object();
    json.add("learner", e.asked.learner)
        .add("learner_name", e.asked.learner_name)
        .add("estimator", e.asked.estimator)
        .add("measure", e.asked.measure)
        .add("value", Json(e.value));
    json.add("target", name_of(e.estimand))
        .add("training_rows", e.training_rows)
        .add("aggregation", name_of(e.aggregation));
    json.add("standard_deviation", Json(e.spread.standard_deviation))
        .add("fits", e.cost.fits)
        .add("failures", e.cost.failures);
    if (const auto& baseline = e.baseline)
        json.add("baseline", Json::object()
                                 .add("name", Json::sentence(baseline->name))
                                 .add("learner", baseline->learner.empty() ? Json() : Json(baseline->learner))
                                 .add("value", Json(baseline->value)));
    if (const auto& without = e.without_copies)
        json.add("without_copies", Json::object()
                                       .add("test_rows", without->tested)
                                       .add("copies", without->copies)
                                       .add("value", Json(without->value)));
    if (e.bias_corrected) json.add("bias_corrected", *e.bias_corrected);
    if (const auto& spread = e.spread.of_repeats)
        json.add("repeat_spread", Json::object()
                                      .add("repeats", spread->repeats)
                                      .add("standard_deviation", spread->standard_deviation)
                                      .add("least", spread->least)
                                      .add("most", spread->most));
    if (e.training)
        json.add("training", Json::object()
                                 .add("value", Json(e.training->value))
                                 .add("per_split", Json::values(e.training->per_split)));
    json.add("interval", e.interval ? interval_json(*e.interval) : Json());
    if (const auto all = without_reason(e.simultaneous)) json.add("simultaneous", interval_json(*all));
    if (!e.value || !e.interval)
        json.add("reason", why_missing(e.value, e.interval));
    else if (e.simultaneous && !*e.simultaneous)
        json.add("reason", e.simultaneous->reason());
    auto bound = e.bound ? Json::object() : Json();
    if (e.bound) add_bound(bound, e.bound->name, e.bound->bound, *e.bound->kind, e.bound->inputs);
    json.add("bound", std::move(bound)).add("per_split", Json::values(e.spread.per_split));
    auto complexity = Json::object();
    for (const auto& [name, size] : e.cost.complexity) complexity.add(name, Json(size));
    if (!e.parts.empty()) {
        auto parts = Json::object();
        for (const auto& [name, part] : e.parts) parts.add(name, Json(part));
        json.add("parts", std::move(parts));
    }
    if (const auto& selection = e.selection) {
        auto chosen = Json::object();
        for (const auto& [choice, fits] : selection->chosen) chosen.add(choice, Json(fits));
        json.add("chosen", std::move(chosen))
            .add("flat", Json(selection->flat))
            .add("flat_measure", selection->measure);
    }
    json.add("complexity", std::move(complexity)).add("warnings", warnings_json(e.warnings));
    return json;
}

std::vector<std::string> baseline_lines(const std::vector<Estimate>& all)
{
    if (!has_unlisted_baseline(all)) return {};
    std::vector<std::string> estimators;
    std::map<std::string, std::vector<std::string>> figures;
    for (const auto& e : all) {
        if (!e.baseline || !e.baseline->value) continue;
        add_once(estimators, e.asked.estimator_name);
        add_once(figures[e.asked.estimator_name], e.asked.measure + ' ' +
                                                      readable(e.baseline->value.number()) + " (" +
                                                      e.baseline->name + ')');
    }
    std::vector<std::string> texts;
    std::map<std::string, std::vector<std::string>> alike; // the estimators with these figures
    for (const auto& name : estimators) {
        add_once(texts, listed(figures[name]));
        alike[listed(figures[name])].push_back(name);
    }
    std::vector<std::string> lines;
    for (const auto& text : texts)
        lines.push_back((texts.size() > 1 ? listed(alike[text]) + ": " : "") + text);
    return lines;
}

Note baseline_note(std::vector<std::string> lines) { return {"Without features:", std::move(lines)}; }

Json estimates_json(const EstimateReport& report) { return Json::list(report.estimates, estimate_json); }

Answer answer_of(const EstimateReport& report, BaselineLines baselines)
{
    const auto& all = report.estimates;
    const auto with_interval =
        std::find_if(all.begin(), all.end(), [](const Estimate& e) { return e.interval.exists(); });
    const Level level = with_interval == all.end() ? Level(0.95) : with_interval->interval->level;
    const FurtherColumns further(all);
    Answer answer{.long_table = long_table_of(report), .json = estimates_json(report)};
    auto& columns = answer.table.columns;
    columns = {{"learner"}, {"estimator"}, {"measure"}, {"value", true}};
    if (further.unlisted_baselines) columns.push_back({"baseline", true, true});
    if (further.training) columns.push_back({"on training rows", true});
    columns.push_back({further.levels ? "interval" : percent(level) + " interval", true});
    if (further.simultaneous)
        columns.push_back({further.levels ? "of all models" : percent(level) + " of all models", true});
    if (further.bounds) columns.push_back({"upper bound", true});
    columns.insert(columns.end(), {{.title = "about", .once = true},
                                   {"method", false, true},
                                   {"fits", true, true},
                                   {"seconds", true, true}});
    EstimateLegend legend;
    answer.warn(report.warnings);
    for (const auto& e : all) {
        answer.table.rows.push_back(figure_row(e, further));
        answer.warn(e.warnings, e.asked.learner_name + ", " + e.asked.estimator_name);
        legend.add(e);
    }
    answer.notes = legend.notes();
    const auto other = [&](const Estimate& e) { return e.asked.measure != all.front().asked.measure; };
    if (baselines == BaselineLines::all ||
        (baselines == BaselineLines::beside_verdict && std::ranges::any_of(all, other)))
        if (auto lines = baseline_lines(all); !lines.empty())
            answer.notes.insert(answer.notes.begin(), baseline_note(std::move(lines)));
    answer.legend = legend.legend();
    if (further.simultaneous)
        answer.legend.push_back(
            {"Several models tested on the same rows:", {"of all models: " + simultaneous_text()}});
    if (auto spread = spread_table(all); !spread.table.rows.empty()) {
        const auto& of = spread.table.rows.front();
        if (spread.table.rows.size() == 1)
            answer.notes.push_back(of[3].shown + " repeats, with other splits of the same rows: " +
                                   of[5].shown + " to " + of[6].shown + " (std. dev. " + of[4].shown + ')');
        answer.further.push_back(std::move(spread));
    }
    return answer;
}

std::string targets_text(const Dataset& data)
{
    return (data.targets() > 1 ? "targets " : "target ") + listed_in_quotes(data.target_names());
}

Json response_json(const Dataset& data)
{
    auto json = Json::object()
                    .add("name", data.response_name())
                    .add("type", data.response_type() == ResponseType::classes ? "classes" : "numbers");
    if (data.targets() > 1) json.add("targets", Json::list(data.target_names()));
    return json;
}

std::string positive_text(const std::optional<UsedPositive>& positive)
{
    if (!positive) return {};
    return ", positive class '" + positive->label + "', prevalence " + readable(positive->share);
}

void add_positive(Json& json, const std::optional<UsedPositive>& positive)
{
    if (!positive) return;
    json.add("positive", positive->label)
        .add("positive_by", name_of(positive->by))
        .add("prevalence", positive->share);
}

Json dataset_answer(Answer& answer, const std::string& command, const std::string& source,
                    const Dataset& data, const EstimateOptions& options,
                    const std::optional<UsedPositive>& positive)
{
    const bool classes = data.response_type() == ResponseType::classes;
    std::string line = source + ": " + counted(data.labelled(), "row") + ", ";
    auto json = answer_object(command);
    json.add("data", source).add("digest", data.digest().hex()).add("rows", data.labelled());
    if (data.group() != nullptr) {
        line += counted(groups_of(data), "group") + ", ";
        json.add("groups", groups_of(data));
    }
    if (!data.weights().empty()) {
        const auto rows = effective_rows(data.weights().first(data.labelled()));
        line += "effective sample size " + (rows ? written_out(std::round(rows.number() * 10) / 10) : "0") +
                " (Kish), ";
        json.add("kish_rows", Json(rows));
    }
    if (!options.unlabelled.empty()) line += counted(options.unlabelled.size(), "unlabelled row") + ", ";
    answer.heading.push_back(
        line + (data.feature_count() > 0 ? counted(data.feature_count(), "feature") + ", " : "") +
        targets_text(data) + " (" +
        (classes ? counted(data.classes().size(), "class", "classes") : "numbers") + ')' +
        positive_text(positive) + "; seed " + std::to_string(options.run.seed));
    if (!data.lags_note().empty()) answer.heading.push_back(data.lags_note());
    if (data.horizon() > 0) json.add("horizon", data.horizon());
    json.add("response", response_json(data));
    add_positive(json, positive);
    json.add("seed", options.run.seed).add("level", options.level.value());
    if (!options.bounds.empty())
        json.add("delta", options.delta.value_or(Delta::beside(options.level)).value());
    return json;
}

Answer answer_of(const EstimateReport& report, const std::string& source, const Dataset& data,
                 const EstimateOptions& options)
{
    auto answer = answer_of(report);
    auto json = dataset_answer(answer, "estimate", source, data, options, report.positive);
    json.add("estimates", std::move(answer.json)).add("warnings", warnings_json(report.warnings));
    answer.json = std::move(json);
    conclude(answer, verdict_of(report.estimates, {}, options.level));
    return answer;
}

Answer with_comparisons(Answer answer, std::span<const Estimate> estimates,
                        std::span<const ComparedLearners> compared, Level level, bool show_pairs)
{
    if (compared.empty()) return answer;
    conclude(answer, verdict_of(estimates, compared, level));
    auto pairs = Json::array();
    auto shown = Json::array();
    auto long_pairs = long_pairs_table();
    FurtherTable table{.title =
                           "Differences of learners; p-values are adjusted over all pairs of one estimator "
                           "and measure (Holm)",
                       .table = pairs_table(level),
                       .detail = !show_pairs};
    for (const auto& one : compared) {
        for (const auto& test : one.answer.comparisons) {
            pairs.push(comparison_json(test, Json::object().add("estimator", one.estimator)));
            add_pair(table.table, test, one.estimator_name);
            add_long_pair(long_pairs, test, one.estimator);
            if (show_pairs) answer.warn(test.warnings, one.estimator_name + ", " + test.test);
        }
        if (!one.answer.comparisons.empty())
            shown.push(Json::object()
                           .add("estimator", one.estimator)
                           .add("measure", one.measure)
                           .add("text", as_paragraph(compare::verdict_of(one.answer).sentences)));
        answer.warn(one.answer.warnings, one.estimator_name);
    }
    answer.json.add("comparisons", std::move(pairs)).add("shown", std::move(shown));
    if (show_pairs) answer.long_table = long_pairs;
    if (!table.table.rows.empty()) answer.further.push_back(std::move(table));
    return answer;
}

} // namespace unseen
