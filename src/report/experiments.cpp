#include "unseen/report/experiments.hpp"

#include "base/add_once.hpp"
#include "base/listed.hpp"
#include "report/dataset_words.hpp"

#include "unseen/base/number.hpp"
#include "unseen/experiment/file_key.hpp"
#include "unseen/report/estimates.hpp"
#include "unseen/report/verdicts.hpp"

#include <algorithm>
#include <cmath>

namespace unseen {

namespace {

/// Appends a table with the dataset before its columns.
void append(ResultTable& table, const std::string& data, ResultTable part)
{
    if (table.columns.empty()) {
        table.columns = std::move(part.columns);
        table.columns.insert(table.columns.begin(), {.title = "data", .names = true});
    }
    for (auto& row : part.rows) {
        row.insert(row.begin(), Cell(data));
        table.rows.push_back(std::move(row));
    }
}

/// The notes of several data sets. Notes with the same text become one, and so do equal lines below them.
class SharedNotes {
public:
    void add(const std::vector<Note>& notes, const std::string& data)
    {
        for (const auto& note : notes) {
            auto section = std::ranges::find(sections_, note.text, &Section::title);
            if (section == sections_.end()) section = sections_.insert(section, {note.text});
            for (const auto& line : note.lines) {
                auto same = std::ranges::find(section->lines, line, &Line::text);
                if (same == section->lines.end()) same = section->lines.insert(same, {line});
                if (same->data.empty() || same->data.back() != data) same->data.push_back(data);
            }
        }
    }

    /// `data_sets`: their number, if the lines are to say to which of them they apply.
    std::vector<Note> notes(std::size_t data_sets) const
    {
        std::vector<Note> all;
        for (const auto& section : sections_) {
            auto& lines = all.emplace_back(section.title).lines;
            for (const auto& [text, data] : section.lines)
                lines.push_back(data_sets < 2              ? text
                                : data.size() == data_sets ? "all data sets: " + text
                                                           : listed(data, 3) + ": " + text);
        }
        return all;
    }

private:
    struct Line {
        std::string text;
        std::vector<std::string> data{}; ///< the data sets that have it
    };
    struct Section {
        std::string title;
        std::vector<Line> lines{};
    };
    std::vector<Section> sections_;
};

std::string heading_of(const Experiment& experiment)
{
    return experiment.name + ": " + counted(experiment.data.size(), "data set") + ", " +
           counted(experiment.learners.size(), "learner") + "; seed " + std::to_string(experiment.seed);
}

std::string size_text(double bytes)
{
    if (bytes < 1e6) return std::to_string(static_cast<std::uint64_t>(std::ceil(bytes / 1e3))) + " kB";
    return bytes < 1e9 ? readable(bytes / 1e6) + " MB" : readable(bytes / 1e9) + " GB";
}

/// The learners with the best figure on most data sets, by the first estimator and measure; ties count for
/// each. For one data set, the verdict on its estimates.
Verdict experiment_verdict(const ExperimentReport& report, Level level)
{
    if (report.results.size() == 1) {
        const auto& only = report.results.front();
        const auto& estimates = only.report.estimates;
        return verdict_of(estimates, compare_estimates(only.data, only.response, estimates, {.level = level}),
                          level);
    }
    Verdict verdict{.question = Question::which_is_better, .direction = Direction::higher_is_better};
    std::vector<std::string> names;
    std::vector<Value> wins;
    std::string measure;
    std::size_t asked = 0;
    for (const auto& result : report.results) {
        const auto one = verdict_of(result.report.estimates);
        if (measure.empty()) measure = one.measure;
        if (one.measure != measure) continue; // a data set of the other task
        for (const auto& e : result.report.estimates)
            if (std::ranges::find(names, e.asked.learner_name) == names.end()) {
                names.push_back(e.asked.learner_name);
                wins.emplace_back(0.0);
            }
        asked += !one.leaders.empty();
        for (const auto& leader : one.leaders) {
            auto& count = wins[static_cast<std::size_t>(std::ranges::find(names, leader) - names.begin())];
            count = count.number() + 1.0;
        }
    }
    take_leaders(verdict, names, wins);
    if (names.size() < 2 || asked == 0) verdict.leaders.clear();
    verdict.measure = "number of data sets with the best " + measure;
    for (const auto& name : names)
        if (!verdict.leaders.empty() && name != verdict.leaders.front())
            verdict.relations.push_back({.a = verdict.leaders.front(), .b = name});
    const bool several = verdict.leaders.size() > 1;
    verdict.sentences = {
        verdict.leaders.empty()
            ? counted(names.size(), "learner") + " on " + counted(report.results.size(), "data set") +
                  "; no figure tells which is the best."
            : listed_with_and(verdict.leaders) + (several ? " have the best " : " has the best ") + measure +
                  " most often, " + (several ? "each " : "") + "on " + shortest(verdict.value.number()) +
                  " of " + counted(asked, "data set") + " (ties count for each)."};
    if (!verdict.leaders.empty())
        verdict.limits = {
            "That alone does not make " + std::string(several ? "them" : "it") +
            " better on new data sets; `unseen compare results` tests whether the differences can "
            "be chance."};
    settle(verdict);
    return verdict;
}

} // namespace

Answer answer_of(const Experiment& experiment, const ExperimentReport& report)
{
    Answer answer{
        .heading = {heading_of(experiment)}, .long_table = ResultTable{}, .json = answer_object("run")};
    SharedNotes notes;
    SharedNotes legend;
    auto results = Json::array();
    for (const auto& result : report.results) {
        auto part = answer_of(result.report, report.results.size() == 1 ? BaselineLines::beside_verdict
                                                                        : BaselineLines::all);
        append(answer.table, result.data, std::move(part.table));
        append(*answer.long_table, result.data, *std::move(part.long_table));
        notes.add(part.notes, result.data);
        legend.add(part.legend, result.data);
        for (const auto& [warning, about] : part.warnings)
            answer.warn(warning,
                        result.data + (about.empty()       ? ""
                                       : about.size() == 1 ? ": " + about.front()
                                                           : " (" + counted(about.size(), "figure") + ')'));
        if (const auto& positive = result.report.positive)
            answer.heading.push_back(result.data + positive_text(positive));
        auto json = Json::object().add("data", result.data).add("rows", result.rows);
        add_positive(json, result.report.positive);
        results.push(std::move(json)
                         .add("estimates", std::move(part.json))
                         .add("warnings", warnings_json(result.report.warnings)));
    }
    answer.notes = notes.notes(report.results.size());
    answer.legend = legend.notes(1);
    answer.json.add("experiment", experiment.name)
        .add("seed", experiment.seed)
        .add("level", experiment.options.level.value());
    answer.json.add("results", std::move(results));
    if (!report.results.empty()) conclude(answer, experiment_verdict(report, experiment.options.level));
    return worded(std::move(answer), as_file_key);
}

Answer answer_of(const Experiment& experiment, std::span<const DesignedData> design,
                 std::span<const ForecastFits> forecast, std::size_t threads)
{
    Answer answer{.heading = {heading_of(experiment)}, .json = answer_object("run")};
    answer.table.columns = {{"data"},          {"rows", true}, {"features", true}, {"splits", true},
                            {"learner"},       {"fits", true}, {"stored", true},   {"start", true},
                            {"seconds", true}, {"kB", true}};
    auto rows = Json::array();
    ForecastFits sum;
    for (const auto& f : forecast) {
        const auto& d =
            *std::find_if(design.begin(), design.end(), [&](const auto& one) { return one.data == f.data; });
        answer.table.rows.push_back({f.data, d.rows, d.features, d.splits, f.learner, f.fits, f.stored,
                                     Cell(Value(f.start)), Cell(Value(f.seconds)),
                                     Cell(Value(f.bytes / 1e3))});
        rows.push(Json::object()
                      .add("data", f.data)
                      .add("rows", d.rows)
                      .add("features", d.features)
                      .add("splits", d.splits)
                      .add("learner", f.learner)
                      .add("fits", f.fits)
                      .add("stored", f.stored)
                      .add("start", f.start)
                      .add("seconds", f.seconds)
                      .add("bytes", f.bytes));
        sum.fits += f.fits;
        sum.stored += f.stored;
        sum.start += f.start;
        sum.seconds += f.seconds;
        sum.bytes += f.bytes;
    }
    sum.seconds =
        sum.start + sum.seconds / static_cast<double>(threads); // each thread starts a worker of its own
    answer.notes = {std::to_string(sum.fits) + " unique fits, " + std::to_string(sum.stored) +
                        " of them stored; the others take about " + readable(sum.seconds) + " s on " +
                        std::to_string(threads) + " threads and " + size_text(sum.bytes),
                    "Plans:"};
    for (const auto& d : design) add_once(answer.notes.back().lines, d.plans);
    answer.json.add("experiment", experiment.name).add("seed", experiment.seed).add("dry_run", true);
    answer.json.add("fits", sum.fits)
        .add("stored", sum.stored)
        .add("seconds", sum.seconds)
        .add("threads", threads);
    answer.json.add("bytes", sum.bytes).add("design", std::move(rows));
    return worded(std::move(answer), as_file_key);
}

} // namespace unseen
