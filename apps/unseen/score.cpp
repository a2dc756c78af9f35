// unseen score: every measure of predictions made elsewhere, each with an interval.
#include "commands.hpp"
#include "common.hpp"
#include "curve_files.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/data/reader.hpp"
#include "unseen/estimate/test_interval.hpp"
#include "unseen/report/score.hpp"
#include "unseen/run/stored_plans.hpp"
#include "unseen/score/split_roles.hpp"
#include "unseen/score/state.hpp"

#include <algorithm>
#include <set>

namespace unseen::cli {

namespace {

struct Options {
    std::vector<std::string> files;
    DataOptions form;
    AnswerOptions answer;
    ScoreRoles roles;
    std::string threshold;
    std::vector<std::string> measures;
    std::string interval = "auto";
    std::uint64_t samples = 2000;
    std::string zero_division;
    CurveOptions curves;
    bool list_measures = false;
    std::string state;
    bool merge = false;
    std::uint64_t cells = 0;
    StoreOptions store;
};

/// What is judged: tables, and the roles of their columns.
struct Input {
    std::vector<Table> tables;
    ScoreRoles roles;
    std::vector<Warning> warnings{};
};

/// Tells what is not said by the table for people, and prints the answer.
void print(const Options& options, const ScoreReport& report, const std::vector<CurveFile>& curves, Output& out);

ZeroDivision zero_division_of(const std::string& text)
{
    if (text == "null") return ZeroDivision::none;
    if (text == "0") return ZeroDivision::zero;
    return text == "1" ? ZeroDivision::one : ZeroDivision::usual;
}

std::string heading(const Options& options, const ScoreReport& report)
{
    std::string text = options.files.front() == "-" ? "standard input" : options.files.front();
    if (options.files.size() > 1) text += " and " + std::to_string(options.files.size() - 1) + " more";
    text += ": " + std::to_string(report.rows) + " rows, " + name_of(report.task);
    if (report.prevalence)
        text += "; positive class '" + report.positive + "', prevalence " + readable(report.prevalence.number());
    if (report.task == ScoreTask::multiclass || report.task == ScoreTask::ordinal)
        text += "; " + std::to_string(report.classes.size()) + " classes";
    if (report.folds > 0)
        text += "; out of fold, " + std::to_string(report.folds) + " folds" +
                (report.repeats > 1 ? " in " + std::to_string(report.repeats) + " repeats" : "");
    if (report.clusters > 0) text += "; " + std::to_string(report.clusters) + " clusters";
    return text;
}

/// The roles of merged states are those with which they were made.
void require_no_roles(const ScoreRoles& roles)
{
    const bool names = roles.truth.empty() && roles.predicted.empty() && roles.score.empty() && roles.scores.empty() &&
                       roles.weight.empty() && roles.cluster.empty() && roles.by.empty() && roles.split.empty() &&
                       roles.repeat.empty() && roles.id.empty();
    require(names && roles.task.empty() && roles.order.empty() && roles.positive.empty() && !roles.threshold &&
                !roles.out_of_fold && !roles.join,
            "--merge: states keep the roles of their columns; name them when a state is made, with --state");
}

Input read_files(const Options& options, const ScoreRoles& roles)
{
    Input input{.tables = {}, .roles = roles};
    for (const auto& file : options.files) {
        auto reading = options.form.reading();
        reading.threads = options.answer.threads;
        reading.wanted = [&](const auto& names) { return columns_to_read(names, roles); };
        input.tables.push_back(read_table(file, reading));
        if (!options.answer.quiet)
            for (const auto& note : input.tables.back().notes) tell("note: " + file + ": " + note);
    }
    return input;
}

Input read_predictions_of_store(const Options& options, const ScoreRoles& roles)
{
    const auto& path = options.files.front();
    const StoredPlans store(path);
    const auto plan = store.find(options.store.choice(options.answer.seed));
    const auto name = plan.plan.spec().print();
    const bool numbers = plan.responses.response_type() == ResponseType::numbers;
    const auto settled = [&](const Labels& scored) { return roles_of_splits(roles, plan.plan.design(), name, numbers, scored); };
    settled({}); // what is refused is refused before all is read
    auto stored = stored_table(store, plan, [&](const std::vector<std::string>& names) {
        const bool scored =
            !numbers && std::find(names.begin(), names.end(), "score_" + plan.responses.classes().name(0)) != names.end();
        return columns_to_read(names, settled(scored ? plan.responses.classes() : Labels()));
    });
    require(stored.failures < stored.fits,
            path + ": every fit of '" + plan.learner + "' failed; `unseen store list " + path + " --failures` tells why");
    stored.table.source = path;
    Input input{.tables = {}, .roles = settled(stored.classes)};
    input.tables.push_back(std::move(stored.table));
    if (stored.failures > 0)
        input.warnings.push_back({"failed_fits", std::to_string(stored.failures) + " of " + std::to_string(stored.fits) +
                                                     " fits failed; the figures are without their rows"});
    if (!options.answer.quiet)
        tell("note: " + path + ": " + plan.learner + " on " + plan.data_name + " by " + name + ", seed " +
             std::to_string(plan.seed));
    return input;
}

/// Files of predictions, or a store.
Input read_input(const Options& options, const ScoreRoles& roles)
{
    const bool store = std::any_of(options.files.begin(), options.files.end(), is_store);
    require(store || !options.store.given(),
            "--data, --learner and --estimator choose from a store; there is none among the files");
    require(!store || options.files.size() == 1,
            "a store is judged alone; got " + std::to_string(options.files.size()) + " files");
    return store ? read_predictions_of_store(options, roles) : read_files(options, roles);
}

int run(const Options& options)
{
    if (options.list_measures) {
        Output out(options.answer.output);
        require(options.answer.format != "json", "--list-measures prints text, csv, markdown or latex");
        const auto table = measures_table();
        options.answer.print(
            out, table, [&] { return table; }, [] { return Json(); });
        return 0;
    }
    require(!options.files.empty(), "no file of predictions; expected: unseen score FILE...");
    require(options.samples >= 100 && options.samples <= 10'000'000, "--samples: expected 100 to 10000000");
    ScoreOptions job{.interval = options.interval,
                     .level = Level(options.answer.level),
                     .seed = options.answer.seed,
                     .samples = options.samples,
                     .threads = options.answer.threads,
                     .zero_division = zero_division_of(options.zero_division)};
    for (const auto& text : options.measures) job.measures.push_back(Spec::parse(text));
    ScoreRoles roles = options.roles;
    if (!options.threshold.empty()) {
        roles.threshold = parse_number(options.threshold);
        require(roles.threshold.has_value(), "--threshold: '" + options.threshold + "' is not valid; expected a number");
    }

    options.curves.check();

    Output out(options.answer.output);
    std::optional<Output> state_file;
    if (!options.state.empty()) state_file.emplace(options.state);
    // A state that cannot be written must leave nothing printed.
    const auto write = [&](const ScoreState& state) {
        if (!state_file) return;
        state_file->write(state.bytes());
        state_file->finish();
    };
    if (options.merge) {
        require_no_roles(roles);
        require(options.cells == 0, "--cells goes with files of rows; a state keeps its cells");
        require(options.curves.folder.empty(), "--output-curves: curves are drawn of rows, and --merge reads none");
        ScoreState state = read_state(options.files.front());
        for (std::size_t i = 1; i < options.files.size(); ++i) state.merge(read_state(options.files[i]));
        const ScoreReport report = state.report(job);
        write(state);
        print(options, report, {}, out);
        return 0;
    }
    if (options.cells > 0) {
        require(std::none_of(options.files.begin(), options.files.end(), is_store),
                "--cells reads files of rows; `unseen store export` makes one of a store");
        require(options.curves.folder.empty(), "--output-curves: curves are drawn of rows, and --cells keeps none");
        const auto state = ScoreState::of_fixed_size(options.files, options.form.reading(), roles, options.cells, job.measures);
        const ScoreReport report = state.report(job);
        write(state);
        print(options, report, {}, out);
        return 0;
    }
    auto input = read_input(options, roles);
    // A state is made of the tables once more.
    const ScoredRows rows = state_file ? make_scored_rows(input.tables, input.roles)
                                       : make_scored_rows(std::move(input.tables), input.roles, options.answer.threads);
    ScoreReport report = score(rows, job);
    report.warnings.insert(report.warnings.begin(), input.warnings.begin(), input.warnings.end());
    if (state_file) write(ScoreState::exact(input.tables, input.roles));
    const auto curves = options.curves.write(rows, options.answer.threads);
    if (!curves.empty() && rows.out_of_fold)
        report.warnings.push_back({"pooled_scores", "the curves rank the rows of several models as if one had scored them"});
    print(options, report, curves, out);
    return 0;
}

void print(const Options& options, const ScoreReport& report, const std::vector<CurveFile>& curves, Output& out)
{
    // The table for people says all this below; other forms have no place for guesses.
    const bool in_table = options.answer.format != "json" && options.answer.format != "csv";
    if (!in_table && !options.answer.quiet)
        for (const auto& note : report.notes) tell("note: " + note);
    if (options.answer.format == "csv" && !options.answer.quiet)
        for (const auto& file : curves) tell("note: " + curve_file_note(file));
    tell_warnings(report.warnings, options.answer.quiet || in_table);
    auto table = score_table(report);
    table.heading.push_back(heading(options, report));
    if (!curves.empty()) table.notes.emplace_back("Curves:");
    for (const auto& file : curves) table.notes.push_back("  " + curve_file_note(file));
    options.answer.print(
        out, table, [&] { return score_long_table(report); },
        [&] {
            auto json = score_json(report);
            if (!curves.empty()) json.add("curves", curve_files_json(curves));
            return json;
        });
}

std::string footer()
{
    std::string text = "Examples:\n"
                       "  unseen score predictions.csv --truth y --score p\n"
                       "  unseen score predictions.csv --truth class --scores a=prob_a,b=prob_b,c=prob_c --measure roc_auc_ovr\n"
                       "  unseen score out-of-fold.csv --truth y --score p --split fold --repeat repeat\n"
                       "  unseen score predictions.csv --truth x,y --predicted px,py --by building\n"
                       "  unseen score part1.csv --truth y --score p --state part1.state\n"
                       "  unseen score --merge part*.state\n"
                       "  unseen score S.db --data data/iris.csv --learner knn:k=3 --estimator cv    # a store, without a fit\n"
                       "Columns that are not named are found by their usual names; what was found is printed.\n"
                       "unseen score --list-measures tells all measures. Intervals: auto";
    std::set<std::string> named;
    const auto name = [&](const auto& method) {
        if (named.insert(method.name).second) text += ", " + method.name;
    };
    for (const auto& method : interval_methods()) name(method);
    for (const auto& method : test_interval_methods()) name(method);
    return text + '\n' + curves_help();
}

} // namespace

Command score_command()
{
    const auto options = std::make_shared<Options>();
    return {
        "score", "judge predictions made elsewhere: all measures, each with an interval", footer(),
        [options](Arguments& arguments) {
            auto& roles = options->roles;
            arguments.positionals("FILE", options->files,
                                  "predictions: CSV, ARFF or .npy, plain or gzip; several are parts of one; or a store");
            options->store.declare(arguments);
            arguments.option("--truth", roles.truth, "the column of true labels or numbers; several with commas: a point");
            arguments.option("--predicted", roles.predicted, "the column of predicted labels or numbers; as many as truths");
            arguments.option("--score", roles.score, "the column of the positive class's scores; larger is more positive");
            arguments.names("--scores", roles.scores,
                            "one column of scores a class: names that end in the label, or LABEL=COLUMN");
            arguments.option("--weight", roles.weight, "the column of row weights");
            arguments.option("--cluster", roles.cluster,
                             "the column of clusters: rows of one belong together, clusters are the independent draws");
            arguments.option("--by", roles.by, "a column of groups, each judged for itself too");
            arguments.option("--split", roles.split,
                             "out-of-fold predictions: the column of folds, each predicted by the model trained on the others");
            arguments.option("--repeat", roles.repeat,
                             "the column of repeats of the cross-validation; with --split (caret's Fold03.Rep1 names both)");
            arguments.flag("--out-of-fold", roles.out_of_fold, "out-of-fold predictions whose folds are not known");
            arguments.option("--id", roles.id, "the column of the rows' names: files that share some are two models");
            arguments.flag("--join", roles.join, "files that look like two models are parts of one all the same");
            arguments.choice("--task", roles.task, {"binary", "multiclass", "ordinal", "regression"},
                             "told by the truth if not given");
            arguments.names("--order", roles.order, "the classes of an ordinal task, lowest first");
            arguments.option("--positive", roles.positive,
                             "the positive label; 1, true, yes or positive if there is one, else the last");
            arguments.option("--threshold", options->threshold, "a row is labelled positive if its score is at least this");
            arguments.repeated("--measure", options->measures, "a measure; all that apply if none is named");
            arguments.option("--state", options->state,
                             "write what is needed to judge these rows together with others, to this file");
            arguments.option("--cells", options->cells,
                             "judge by a state of fixed size with so many cells for scores (65536): files of any size, limits "
                             "instead of values where the order of rows counts");
            arguments.flag("--merge", options->merge, "the files are states: judge their rows together");
            arguments.flag("--list-measures", options->list_measures, "list the measures and end");
            arguments.choice("--zero-division", options->zero_division, {"null", "0", "1"},
                             "what 0/0 is; if not given, no value, and 0 in averages over classes");
            options->curves.declare(arguments);
            arguments.option("--interval", options->interval, "the intervals' method where it is valid, or auto");
            arguments.option("--samples", options->samples, "drawn by a bootstrap interval");
            arguments.option("--level", options->answer.level, "confidence level of the intervals");
            options->form.declare_form(arguments);
            options->answer.declare(arguments);
        },
        [options] { return run(*options); }};
}

} // namespace unseen::cli
