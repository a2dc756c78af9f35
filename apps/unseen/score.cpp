// unseen score: all measures of predictions made elsewhere, each with an interval.
#include "commands.hpp"
#include "common.hpp"
#include "curve_files.hpp"
#include "progress_line.hpp"
#include "requirements.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/experiment/stored_plans.hpp"
#include "unseen/interval/test_interval.hpp"
#include "unseen/merge/any_time_state.hpp"
#include "unseen/merge/score_state.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/report/score.hpp"
#include "unseen/roles/score_fields.hpp"
#include "unseen/roles/split_roles.hpp"
#include "unseen/score/scoring_fields.hpp"

#include <algorithm>
#include <iterator>

namespace unseen::cli {

namespace {

/// The input: tables, and the roles of their columns.
struct Input {
    std::vector<Table> tables;
    ScoreRoles roles;
    std::vector<Warning> warnings{};
};

/// The output: the answer and the files to write.
struct Judged {
    ScoreReport report;
    std::string state{};                    ///< the bytes of the state that is written
    std::optional<AnyTimeFile> following{}; ///< the state of looks at any time
    std::vector<CurveFile> curves{};
};

struct ScoreCommand {
    std::vector<std::string> files;
    DataOptions form;
    AnswerOptions answer;
    ScoreRoles roles;
    ScoreOptions job;
    std::string zero_division;
    RequirementOptions gate;
    CurveOptions curves;
    bool all = false;
    bool list_measures = false;
    std::string state;
    std::string any_time;
    bool merge = false;
    std::string threshold;
    bool softmax = false;
    bool sigmoid = false;
    std::uint64_t cells = 0;
    StoreOptions store;

    void declare(Arguments& arguments);
    int run();

private:
    void take_threshold();
    bool of_store() const { return std::any_of(files.begin(), files.end(), is_store); }
    void check() const;
    Input read_files() const;
    Input read_predictions_of_store() const;
    Judged judge() const;
    Judged look() const;
    /// Whether a state of looks at any time is looked at without new rows.
    bool looks_alone() const { return !any_time.empty() && (merge || files.empty()); }
    void check_any_time() const;
    void print(Output& out, const Judged& judged, Answer printed) const;
};

void ScoreCommand::declare(Arguments& arguments)
{
    arguments.positionals("FILE", files,
                          "predictions: " + input_formats() + "; several are parts of one; or a store");
    store.declare(arguments);
    arguments.fields(fields_of(roles), "score",
                     {{"link",
                       [&](const Argument&) {
                           arguments.option("--softmax", &softmax,
                                            "the columns of --scores hold logits: take their softmax");
                           arguments.option("--sigmoid", &sigmoid,
                                            "the column of --score holds logits: take their sigmoid");
                       }},
                      {"threshold", [&](Argument argument) {
                           argument.target = &threshold;
                           arguments.add(std::move(argument));
                       }}});
    arguments.fields(fields_of(job), "score",
                     {{"require", [&](Argument require) { gate.declare(arguments, std::move(require)); }}});
    arguments.option("--all", &all, "show all measures that apply");
    arguments.output("--state", state,
                     "write a state to this file, with which these rows can be judged together with others");
    arguments.output("--any-time", any_time, any_time_help);
    arguments.option("--cells", &cells,
                     "judge by a state of fixed size with this number of cells for scores, as 65536: for "
                     "files of any size; "
                     "measures of the order of rows then have limits instead of values");
    arguments.option(
        "--merge", &merge,
        "the files are states: judge their rows together; with --any-time, add them to that one");
    arguments.option("--list-measures", &list_measures, "list all measures and exit");
    arguments.choice("--zero-division", zero_division, {"null", "0", "1"},
                     "the value of 0/0 (default: no value, and 0 in averages over classes)");
    curves.declare(arguments);
    arguments.names("--categorical", form.roles.categorical,
                    "columns of labels that look like numbers: 01 is not 1");
    form.declare_form(arguments);
    answer.declare_judging(arguments);
}

ZeroDivision zero_division_of(const std::string& text)
{
    if (text == "null") return ZeroDivision::none;
    if (text == "0") return ZeroDivision::zero;
    return text == "1" ? ZeroDivision::one : ZeroDivision::usual;
}

/// Merged states keep the roles with which they were made.
void require_no_roles(const ScoreRoles& roles)
{
    require(given_fields(roles).empty(),
            "--merge: a state has its roles already; name columns when the state is made, with --state");
}

/// The name of the files in the answer.
std::string source_of(const std::vector<std::string>& files)
{
    const std::string first = files.front() == "-" ? "standard input" : files.front();
    return files.size() == 1 ? first : first + " and " + std::to_string(files.size() - 1) + " more";
}

/// A number, or a rule.
void ScoreCommand::take_threshold()
{
    if (threshold.empty()) return;
    roles.threshold = parse_number(threshold);
    if (roles.threshold) return;
    job.threshold_rule = resolve_threshold_rule(Spec::parse(threshold));
    roles.labels_by_rule = true;
}

/// Looks at any time are at one figure of all rows.
void ScoreCommand::check_any_time() const
{
    if (any_time.empty()) return;
    const auto alone = [](bool other, const std::string& option) {
        require(!other, "--any-time and " + option +
                            " exclude each other: looks at any time are at one figure of all rows");
    };
    alone(!state.empty(), "--state");
    alone(cells > 0, "--cells");
    alone(!curves.folder.empty(), "--output-curves");
    alone(all, "--all");
    alone(of_store(), "a store");
}

/// Rejects options that exclude each other, before anything is read.
void ScoreCommand::check() const
{
    check_any_time();
    require(!files.empty() || !any_time.empty(), "no file of predictions; expected: unseen score FILE...");
    require(!all || job.measures.empty(),
            "--all shows all measures, and --measure names some; expected one of both");
    require(!roles.train_rows || !of_store(),
            "--train-rows: the store knows how many rows its models were trained on");
    curves.check(files, answer.with_splits());
    if (merge) require_no_roles(roles);
    gate.check(job.requirements);
    require(!merge || cells == 0, "--cells needs files of rows; a state has its cells already");
    require(!merge || curves.folder.empty(), "--output-curves: curves need rows, and --merge reads none");
    if (merge) return;
    require(!job.threshold_rule || (cells == 0 && state.empty()),
            "--threshold: a rule chooses on all rows at once, and --cells and --state are for parts of them; "
            "expected a number");
    require(cells == 0 || !of_store(),
            "--cells needs files of rows; `unseen store export` makes one from a store");
    require(cells == 0 || curves.folder.empty(), "--output-curves: curves need rows, and --cells keeps none");
    if (store.given() || !store.experiment.empty())
        for (const auto& file : files) require_file(file);
    require(of_store() || (!store.given() && store.experiment.empty()),
            "--experiment, --data, --learner and --estimator choose from a store, and no file is a store");
    require(!of_store() || files.size() == 1,
            "a store is judged alone; got " + std::to_string(files.size()) + " files");
}

Input ScoreCommand::read_files() const
{
    Input input{.tables = {}, .roles = roles};
    auto reading = form.reading();
    reading.threads = answer.threads;
    reading.wanted = [&](const auto& names) { return columns_to_read(names, roles); };
    input.tables = read_tables(files, reading);
    for (const auto& table : input.tables) tell_notes(table.notes, answer.quiet, table.source + ": ");
    return input;
}

/// Counts the rows of the files in the state, and looks.
Judged ScoreCommand::look() const
{
    Judged judged;
    judged.following = AnyTimeFile::read(any_time);
    auto& following = judged.following->state;
    ScoredRows rows;
    if (looks_alone()) {
        add_states(following, any_time, files);
    } else {
        auto input = read_files();
        rows = make_scored_rows(std::move(input.tables), input.roles, answer.threads);
        const auto run = followed(rows, roles, job);
        if (!following) following.emplace(run);
        following->count(run);
    }
    judged.report = following->look(job);
    judged.report.notes = in_words(rows.notes);
    auto& warnings = judged.report.warnings;
    warnings.insert(warnings.begin(), rows.warnings.begin(), rows.warnings.end());
    return judged;
}

Input ScoreCommand::read_predictions_of_store() const
{
    const auto& path = files.front();
    const StoredPlans stored_plans(path, store.experiment);
    const auto plan = stored_plans.find(store.choice(answer.seed));
    const auto name = plan.plan.spec().print();
    const bool numbers = plan.responses.response_type() == ResponseType::numbers;
    auto own = roles;
    if (const auto& classes = plan.responses.classes();
        classes.size() == 2 && own.positive.empty() && (own.task.empty() || own.task == "binary"))
        own.positive = classes.name(plan.responses.positive().code);
    const auto settled = [&](const Labels& scored) {
        return roles_of_splits(own, plan.plan.design(), name, numbers, scored);
    };
    settled({}); // rejects wrong options before everything is read
    auto stored = stored_table(stored_plans, plan, [&](const std::vector<std::string>& names) {
        const bool scored = !numbers && std::find(names.begin(), names.end(),
                                                  "score_" + plan.responses.classes().name(0)) != names.end();
        return columns_to_read(names, settled(scored ? plan.responses.classes() : Labels()));
    });
    require(stored.failures < stored.fits, path + ": every fit of '" + plan.learner +
                                               "' failed; `unseen store list " + path +
                                               " --failures` shows why");
    stored.table.source = path;
    Input input{.tables = {}, .roles = settled(stored.classes)};
    input.tables.push_back(std::move(stored.table));
    if (stored.failures > 0)
        input.warnings.push_back(
            {warnings::failed_fits, std::to_string(stored.failures) + " of " + std::to_string(stored.fits) +
                                        " fits failed; the figures leave out their rows"});
    tell_experiment(path, stored_plans.experiment(), answer.quiet);
    tell_notes(
        {path + ": " + plan.learner_name + " on " + plan.data_name + " by " + name + ", seed " +
             std::to_string(plan.seed),
         "`unseen run` tells whether rows of the data are copies, belong to groups or hold times: a store "
         "has their predictions alone"},
        answer.quiet);
    return input;
}

Judged ScoreCommand::judge() const
{
    if (!any_time.empty()) return look();
    if (merge || cells > 0) {
        auto whole = merge ? read_state(files.front())
                           : ScoreState::of_fixed_size(files, form.reading(), roles, cells, job.measures);
        if (merge)
            for (const auto& file : std::span(files).subspan(1)) whole.merge(read_state(file));
        return {.report = whole.report(job), .state = state.empty() ? "" : whole.bytes()};
    }
    auto input = of_store() ? read_predictions_of_store() : read_files();
    Judged judged;
    if (!state.empty()) judged.state = ScoreState::exact(input.tables, input.roles).bytes();
    const ScoredRows rows = make_scored_rows(std::move(input.tables), input.roles, answer.threads);
    {
        const WorkLine line(answer.quiet);
        judged.report = score(rows, job);
    }
    auto& warnings = judged.report.warnings;
    warnings.insert(warnings.begin(), input.warnings.begin(), input.warnings.end());
    judged.curves = curves.draw(rows, answer.for_page(), answer.threads);
    if (!judged.curves.empty()) std::ranges::move(curve_warnings(rows), std::back_inserter(warnings));
    return judged;
}

/// Throws InputError for subgroups of so few rows that their names and figures tell of single rows.
void refuse_small_subgroups(const std::vector<ScoreReport>& subgroups)
{
    constexpr std::uint64_t fewest = 5;
    const auto small = std::ranges::count_if(subgroups, [](const auto& one) { return one.rows < fewest; });
    require(small == 0, "`by`: " + std::to_string(small) + " of " + std::to_string(subgroups.size()) +
                            " subgroups have fewer than " + std::to_string(fewest) +
                            " rows, so that their names and figures tell of single rows; expected at least " +
                            std::to_string(fewest) + " in each with `no_values`");
}

int ScoreCommand::run()
{
    if (list_measures) {
        Output out(answer.output);
        answer.print(out, measures_answer());
        return 0;
    }
    job.main_only = answer.form().with_notes && !all;
    answer.give_common(job);
    job.zero_division = zero_division_of(zero_division);
    require(!(softmax && sigmoid), "--softmax and --sigmoid exclude each other");
    if (softmax || sigmoid) roles.link = softmax ? "softmax" : "sigmoid";
    take_threshold();
    check();
    Output out(answer.output);
    std::optional<Output> state_file;
    if (const auto& file = any_time.empty() ? state : any_time; !file.empty()) state_file.emplace(file);
    const auto judged = judge();
    if (answer.no_values) refuse_small_subgroups(judged.report.subgroups);
    auto printed = answer_of(judged.report, looks_alone() ? any_time : source_of(files));
    answer.refuse(printed.warnings);
    if (judged.following) { // first, so that nothing is printed if it cannot be written
        judged.following->write(*state_file);
    } else if (state_file) {
        state_file->write(judged.state);
        state_file->finish();
    }
    curves.write(judged.curves);
    print(out, judged, std::move(printed));
    return gate.exit_code(judged.report.requirements);
}

void ScoreCommand::print(Output& out, const Judged& judged, Answer printed) const
{
    // The table for people has the notes; for other formats they go to standard error.
    const auto& format = answer.form();
    if (!format.with_notes) {
        tell_notes(judged.report.notes, answer.quiet);
        if (!format.with_splits)
            for (const auto& file : judged.curves)
                if (!file.path.empty()) tell_notes({curve_file_note(file)}, answer.quiet);
    }
    RequirementOptions::tell(printed, answer);
    add_curves(printed, judged.curves, curves.points(answer.for_page()));
    answer.print(out, std::move(printed));
}

std::string score_footer()
{
    std::string text =
        "Examples:\n"
        "  unseen score predictions.csv --truth y --score p\n"
        "  unseen score predictions.csv --truth class --scores a=prob_a,b=prob_b,c=prob_c --measure "
        "roc_auc_ovr\n"
        "  unseen score out-of-fold.csv --truth y --score p --split fold --repeat repeat\n"
        "  unseen score predictions.csv --truth class --predicted label --per-class\n"
        "  unseen score out-of-fold.csv --truth y --score p --split fold --threshold cost:false_negative=5\n"
        "  unseen score predictions.csv --truth x,y --predicted px,py --by building\n"
        "  unseen score predictions.csv --truth y --score p --require 'roc_auc >= 0.8' --require 'recall >= "
        "0.6'\n"
        "  unseen score so-far.csv --truth y --score p --require 'accuracy >= 0.9' --any-time S.state    # "
        "as "
        "often as you like\n"
        "  unseen score part1.csv --truth y --score p --state part1.state\n"
        "  unseen score --merge part*.state\n"
        "  unseen score S.db --data data/iris.csv --learner knn:k=3 --estimator cv    # a store, without a "
        "fit\n"
        "Columns that are not named are found by their usual names; what was found is printed.\n"
        "unseen score --list-measures lists all measures. Intervals: auto";
    for (const auto& name : interval_names()) text += ", " + name;
    text += "\nRules of --threshold:\n";
    for (const auto& rule : threshold_rules()) {
        text += "  " + rule.name + ": " + rule.help;
        for (const auto& key : rule.keys) text += " (" + key.name + '=' + key.fallback + ')';
        text += '\n';
    }
    return text + curves_help();
}

} // namespace

Command score_command()
{
    return command("score", "judge predictions made elsewhere: all measures, each with an interval",
                   score_footer(), std::make_shared<ScoreCommand>());
}

} // namespace unseen::cli
