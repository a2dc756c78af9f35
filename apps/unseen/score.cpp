// unseen score: every measure of predictions made elsewhere, each with an interval.
#include "commands.hpp"
#include "common.hpp"
#include "curve_files.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/experiment/stored_plans.hpp"
#include "unseen/interval/test_interval.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/report/score.hpp"
#include "unseen/roles/split_roles.hpp"
#include "unseen/score/state.hpp"

#include <algorithm>

namespace unseen::cli {

namespace {

/// What is judged: tables, and the roles of their columns.
struct Input {
    std::vector<Table> tables;
    ScoreRoles roles;
    std::vector<Warning> warnings{};
};

/// What is printed and written.
struct Judged {
    ScoreReport report;
    std::optional<ScoreState> state{};
    std::vector<CurveFile> curves{};
};

struct ScoreCommand {
    std::vector<std::string> files;
    DataOptions form;
    AnswerOptions answer;
    ScoreRoles roles;
    ScoreOptions job;
    std::string zero_division;
    CurveOptions curves;
    bool list_measures = false;
    std::string state;
    bool merge = false;
    std::uint64_t cells = 0;
    StoreOptions store;

    void declare(Arguments& arguments);
    int run();

private:
    bool of_store() const { return std::any_of(files.begin(), files.end(), is_store); }
    void check() const;
    Input read_files() const;
    Input read_predictions_of_store() const;
    Judged judge() const;
    void print(Output& out, const Judged& judged) const;
};

void ScoreCommand::declare(Arguments& arguments)
{
    arguments.positionals("FILE", files, "predictions: " + input_formats() + "; several are parts of one; or a store");
    store.declare(arguments);
    arguments.option("--truth", &roles.truth, "the column of true labels or numbers; several with commas: a point");
    arguments.option("--predicted", &roles.predicted, "the column of predicted labels or numbers; as many as truths");
    arguments.option("--score", &roles.score, "the column of the positive class's scores; larger is more positive");
    arguments.names("--scores", roles.scores, "one column of scores a class: names that end in the label, or LABEL=COLUMN");
    arguments.option("--weight", &roles.weight, "the column of row weights");
    arguments.option("--cluster", &roles.cluster,
                     "the column of clusters: rows of one belong together, clusters are the independent draws");
    arguments.option("--by", &roles.by, "a column of groups, each judged for itself too");
    arguments.option("--split", &roles.split,
                     "out-of-fold predictions: the column of folds, each predicted by the model trained on the others");
    arguments.option("--repeat", &roles.repeat,
                     "the column of repeats of the cross-validation; with --split (caret's Fold03.Rep1 names both)");
    arguments.option("--out-of-fold", &roles.out_of_fold, "out-of-fold predictions whose folds are not known");
    arguments.option("--id", &roles.id, "the column of the rows' names: files that share some are two models");
    arguments.option("--join", &roles.join, "files that look like two models are parts of one all the same");
    arguments.choice("--task", roles.task, {"binary", "multiclass", "ordinal", "regression"}, "told by the truth if not given");
    arguments.names("--order", roles.order, "the classes of an ordinal task, lowest first");
    arguments.option("--positive", &roles.positive,
                     "the positive label; 1, true, yes or positive if there is one, else the last");
    arguments.option("--threshold", &roles.threshold, "a row is labelled positive if its score is at least this");
    arguments.specs("--measure", job.measures, measure_infos(), "a measure; all that apply if none is named");
    arguments.option("--state", &state, "write what is needed to judge these rows together with others, to this file");
    arguments.option("--cells", &cells,
                     "judge by a state of fixed size with so many cells for scores (65536): files of any size, limits "
                     "instead of values where the order of rows counts");
    arguments.option("--merge", &merge, "the files are states: judge their rows together");
    arguments.option("--list-measures", &list_measures, "list the measures and end");
    arguments.choice("--zero-division", zero_division, {"null", "0", "1"},
                     "what 0/0 is; if not given, no value, and 0 in averages over classes");
    curves.declare(arguments);
    arguments.option("--interval", &job.interval, "the intervals' method where it is valid, or auto");
    arguments.option("--samples", &job.samples, "drawn by a bootstrap interval");
    arguments.option("--level", &answer.level, "confidence level of the intervals");
    form.declare_form(arguments);
    answer.declare(arguments);
}

ZeroDivision zero_division_of(const std::string& text)
{
    if (text == "null") return ZeroDivision::none;
    if (text == "0") return ZeroDivision::zero;
    return text == "1" ? ZeroDivision::one : ZeroDivision::usual;
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

/// What the answer calls the files.
std::string source_of(const std::vector<std::string>& files)
{
    const std::string first = files.front() == "-" ? "standard input" : files.front();
    return files.size() == 1 ? first : first + " and " + std::to_string(files.size() - 1) + " more";
}

/// What excludes each other is refused before anything is read.
void ScoreCommand::check() const
{
    require(!files.empty(), "no file of predictions; expected: unseen score FILE...");
    require(job.samples >= 100 && job.samples <= 10'000'000, "--samples: expected 100 to 10000000");
    curves.check();
    if (merge) require_no_roles(roles);
    require(!merge || cells == 0, "--cells goes with files of rows; a state keeps its cells");
    require(!merge || curves.folder.empty(), "--output-curves: curves are drawn of rows, and --merge reads none");
    if (merge) return;
    require(cells == 0 || !of_store(), "--cells reads files of rows; `unseen store export` makes one of a store");
    require(cells == 0 || curves.folder.empty(), "--output-curves: curves are drawn of rows, and --cells keeps none");
    if (store.given())
        for (const auto& file : files) require_file(file);
    require(of_store() || !store.given(), "--data, --learner and --estimator choose from a store; there is none among the files");
    require(!of_store() || files.size() == 1, "a store is judged alone; got " + std::to_string(files.size()) + " files");
}

Input ScoreCommand::read_files() const
{
    Input input{.tables = {}, .roles = roles};
    for (const auto& file : files) {
        auto reading = form.reading();
        reading.threads = answer.threads;
        reading.wanted = [&](const auto& names) { return columns_to_read(names, roles); };
        input.tables.push_back(read_table(file, reading));
        tell_notes(input.tables.back().notes, answer.quiet, file + ": ");
    }
    return input;
}

Input ScoreCommand::read_predictions_of_store() const
{
    const auto& path = files.front();
    const StoredPlans stored_plans(path);
    const auto plan = stored_plans.find(store.choice(answer.seed));
    const auto name = plan.plan.spec().print();
    const bool numbers = plan.responses.response_type() == ResponseType::numbers;
    const auto settled = [&](const Labels& scored) { return roles_of_splits(roles, plan.plan.design(), name, numbers, scored); };
    settled({}); // what is refused is refused before all is read
    auto stored = stored_table(stored_plans, plan, [&](const std::vector<std::string>& names) {
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
    tell_notes({path + ": " + plan.learner + " on " + plan.data_name + " by " + name + ", seed " + std::to_string(plan.seed)},
               answer.quiet);
    return input;
}

Judged ScoreCommand::judge() const
{
    if (merge || cells > 0) {
        auto whole =
            merge ? read_state(files.front()) : ScoreState::of_fixed_size(files, form.reading(), roles, cells, job.measures);
        if (merge)
            for (const auto& file : std::span(files).subspan(1)) whole.merge(read_state(file));
        return {.report = whole.report(job), .state = std::move(whole)};
    }
    auto input = of_store() ? read_predictions_of_store() : read_files();
    Judged judged;
    if (!state.empty()) judged.state = ScoreState::exact(input.tables, input.roles);
    const ScoredRows rows = make_scored_rows(std::move(input.tables), input.roles, answer.threads);
    judged.report = score(rows, job);
    auto& warnings = judged.report.warnings;
    warnings.insert(warnings.begin(), input.warnings.begin(), input.warnings.end());
    judged.curves = curves.draw(rows, answer.threads);
    if (!judged.curves.empty() && rows.out_of_fold)
        warnings.push_back({"pooled_scores", "the curves rank the rows of several models as if one had scored them"});
    return judged;
}

int ScoreCommand::run()
{
    if (list_measures) {
        Output out(answer.output);
        answer.print(out, measures_answer());
        return 0;
    }
    job.level = Level(answer.level);
    job.seed = answer.seed;
    job.threads = answer.threads;
    job.zero_division = zero_division_of(zero_division);
    check();
    Output out(answer.output);
    std::optional<Output> state_file;
    if (!state.empty()) state_file.emplace(state);
    const auto judged = judge();
    if (state_file) { // one that cannot be written must leave nothing printed
        state_file->write(judged.state->bytes());
        state_file->finish();
    }
    curves.write(judged.curves);
    print(out, judged);
    return 0;
}

void ScoreCommand::print(Output& out, const Judged& judged) const
{
    // Notes and warnings are part of the table for people; other forms have no place for guesses.
    const auto& format = answer.form();
    if (!format.with_notes) {
        tell_notes(judged.report.notes, answer.quiet);
        if (!format.with_splits)
            for (const auto& file : judged.curves) tell_notes({curve_file_note(file)}, answer.quiet);
        tell_warnings(judged.report.warnings, answer.quiet);
    }
    auto printed = answer_of(judged.report, source_of(files));
    add_curves(printed, judged.curves);
    answer.print(out, std::move(printed));
}

std::string score_footer()
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
    for (const auto& name : interval_names()) text += ", " + name;
    return text + '\n' + curves_help();
}

} // namespace

Command score_command()
{
    return command("score", "judge predictions made elsewhere: all measures, each with an interval", score_footer(),
                   std::make_shared<ScoreCommand>());
}

} // namespace unseen::cli
