// unseen compare: is A really better than B? One primary test that fits the design, and others beside it.
#include "commands.hpp"
#include "common.hpp"
#include "compare_models.hpp"
#include "compare_tables.hpp"
#include "stored_results.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/compare/counts.hpp"
#include "unseen/compare/plan.hpp"
#include "unseen/compare/results.hpp"
#include "unseen/compare/splits.hpp"
#include "unseen/report/comparisons.hpp"
#include "unseen/report/test_plans.hpp"
#include "unseen/run/store_file.hpp"

#include <algorithm>
#include <cmath>

namespace unseen::cli {

namespace {

struct Options {
    std::string design;
    std::vector<std::string> files;
    std::string errors;
    std::string rows;
    std::string discordant;
    std::string train_rows;
    std::string test_rows;
    std::string repeats;
    std::string rope;
    std::string control;
    std::string estimator;
    LongColumns long_table;
    CompareModelsOptions models;
    bool higher = false;
    bool lower = false;
    AnswerOptions answer;
};

/// Counts between commas, `many` of them.
std::vector<std::uint64_t> counts(const std::string& flag, const std::string& text, std::size_t many)
{
    std::vector<std::uint64_t> found;
    for (const double x : listed(flag, text)) {
        require(x >= 0.0 && x <= 0x1p52 && std::floor(x) == x,
                flag + ": " + shortest(x) + " is not valid; expected a whole number from 0 to 2^52");
        found.push_back(static_cast<std::uint64_t>(x));
    }
    require(found.size() == many, flag + ": " + std::to_string(found.size()) + " numbers; expected " + std::to_string(many));
    return found;
}

double rope_of(const Options& options) { return options.rope.empty() ? 0.01 : number("--rope", options.rope); }

compare::Direction direction_of(const Options& options)
{
    require(!(options.higher && options.lower), "expected either --higher-is-better or --lower-is-better");
    return options.higher ? compare::Direction::higher_is_better : compare::Direction::lower_is_better;
}

compare::Answer of_counts(const Options& options)
{
    const Level level(options.answer.level);
    require(options.errors.empty() != options.discordant.empty(),
            "compare counts needs either --errors A,B --rows N,M or --discordant B,C");
    if (!options.errors.empty()) {
        require(!options.rows.empty(), "--rows is missing: the rows of each test set");
        const auto errors = counts("--errors", options.errors, 2);
        const auto rows = counts("--rows", options.rows, 2);
        return compare::compare_counts({errors[0], rows[0]}, {errors[1], rows[1]}, level);
    }
    const auto differing = counts("--discordant", options.discordant, 2);
    compare::Discordant discordant{.only_a = differing[0], .only_b = differing[1]};
    if (!options.rows.empty()) discordant.rows = counts("--rows", options.rows, 1)[0];
    return compare::compare_discordant(discordant, level);
}

compare::Answer of_splits(const Options& options)
{
    require(options.files.size() == 2,
            "compare splits takes two files, one score a line; got " + std::to_string(options.files.size()));
    require(!options.train_rows.empty(), "--train-rows is missing: the training rows of a split");
    require(!options.test_rows.empty(), "--test-rows is missing: the test rows of a split");
    const auto direction = direction_of(options);
    const compare::SplitDesign design{
        .train_rows = counts("--train-rows", options.train_rows, 1)[0],
        .test_rows = counts("--test-rows", options.test_rows, 1)[0],
        .repeats = options.repeats.empty() ? 1 : counts("--repeats", options.repeats, 1)[0],
        .rope = rope_of(options),
    };
    const auto a = read_numbers(options.files[0]);
    const auto b = read_numbers(options.files[1]);
    require(a.size() == b.size(), options.files[0] + " has " + std::to_string(a.size()) + " scores, " + options.files[1] +
                                      " has " + std::to_string(b.size()) + "; expected as many, for the same splits");
    return compare::compare_splits({a, b, direction}, design, Level(options.answer.level));
}

/// The experiments of a store, asked again.
compare::Answer of_store(const Options& options, const compare::ResultsOptions& how)
{
    require(!options.higher && !options.lower,
            "the measure says which way is better; leave --higher-is-better and --lower-is-better out");
    const auto& measures = options.models.measures;
    require(measures.size() <= 1, "compare results takes one --measure");
    const auto results = stored_results(options.files[0], measures.empty() ? "" : measures[0], options.estimator,
                                        options.answer.threads, options.answer.quiet);
    auto answer = compare::compare_results(results.means, how);
    if (results.splits) compare::add_split_tests(answer, *results.splits, how.level);
    return answer;
}

compare::Answer of_results(const Options& options)
{
    require(options.files.size() == 1,
            "compare results takes one table, or one store; got " + std::to_string(options.files.size()) + " files");
    const compare::ResultsOptions how{
        .control = options.control, .rope = rope_of(options), .level = Level(options.answer.level), .seed = options.answer.seed};
    if (is_store(options.files[0])) return of_store(options, how);
    require(options.models.measures.empty() && options.estimator.empty(),
            "--measure and --estimator choose from a store, and '" + options.files[0] + "' is none");
    require(options.higher || options.lower, "compare results needs --higher-is-better or --lower-is-better");
    const auto direction = direction_of(options);
    auto columns = options.long_table;
    columns.repeat = options.models.roles.score.repeat;
    const std::size_t named = !columns.data_set.empty() + !columns.learner.empty() + !columns.value.empty();
    if (named == 0) {
        require(!columns.of_splits(), "--repeat and --fold belong to a long table: name --dataset, --learner and --value too");
        compare::Results results = read_results(options.files[0]);
        results.direction = direction;
        return compare::compare_results(results, how);
    }
    require(named == 3, "a long table needs --dataset, --learner and --value");
    auto results = read_long_results(options.files[0], columns);
    results.direction = direction;
    auto answer = compare::compare_results(compare::means_of(results), how);
    if (!columns.of_splits()) return answer;
    if (!options.train_rows.empty() && !options.test_rows.empty())
        results.test_train_ratio = static_cast<double>(counts("--test-rows", options.test_rows, 1)[0]) /
                                   static_cast<double>(counts("--train-rows", options.train_rows, 1)[0]);
    require(results.test_train_ratio > 0.0, "splits without folds need --train-rows and --test-rows");
    compare::add_split_tests(answer, results, how.level);
    return answer;
}

/// Labels predicted by two models for the same rows: two columns of one file (--scores A=COL,B=COL), or a column of each of two.
compare::Answer of_models(const Options& options)
{
    return compare_models(options.models, options.files, options.train_rows, options.answer);
}

/// A design: which options it takes, and what it does.
struct Design {
    std::string name;
    std::vector<std::string> takes;
    compare::Answer (*compute)(const Options&);
};

const std::vector<Design>& designs()
{
    static const std::vector<Design> table = {
        {"counts", {"--errors", "--rows", "--discordant"}, of_counts},
        {"splits", {"--train-rows", "--test-rows", "--repeats", "--rope", "--higher-is-better", "--lower-is-better"}, of_splits},
        {"models",
         {"--truth",   "--predicted", "--score",  "--scores", "--task",    "--positive",     "--threshold",
          "--measure", "--weight",    "--order",  "--id",     "--cluster", "--split",        "--repeat",
          "--time",    "--horizon",   "--margin", "--names",  "--samples", "--permutations", "--train-rows"},
         of_models},
        {"results",
         {"--control", "--rope", "--dataset", "--learner", "--value", "--repeat", "--fold", "--train-rows", "--test-rows",
          "--higher-is-better", "--lower-is-better", "--measure", "--estimator"},
         of_results},
    };
    return table;
}

/// What tests can show, or which ones can be planned: no comparison, so another answer.
int plan(const Options& options)
{
    Output out(options.answer.output);
    if (options.files.empty()) {
        const auto table = test_plans_list();
        options.answer.print(
            out, table, [&] { return table; }, [] { return test_plans_json({}); });
        return 0;
    }
    std::vector<compare::TestPlan> plans;
    for (const auto& spec : options.files) plans.push_back(compare::plan_test(Spec::parse(spec), Level(options.answer.level)));
    const auto table = test_plans_table(plans);
    options.answer.print(
        out, table, [&] { return table; }, [&] { return test_plans_json(plans); });
    return 0;
}

int run(const Options& options)
{
    if (options.design == "plan") return plan(options);
    Output out(options.answer.output);
    const Design* chosen = nullptr;
    std::string all;
    for (const auto& design : designs()) {
        if (design.name == options.design) chosen = &design;
        all += (all.empty() ? "" : ", ") + design.name;
    }
    require(chosen != nullptr, "compare: '" + options.design + "' is not valid; expected one of " + all + ", plan");
    std::vector<std::pair<std::string, bool>> given = {
        {"--errors", !options.errors.empty()},
        {"--rows", !options.rows.empty()},
        {"--discordant", !options.discordant.empty()},
        {"--train-rows", !options.train_rows.empty()},
        {"--test-rows", !options.test_rows.empty()},
        {"--repeats", !options.repeats.empty()},
        {"--rope", !options.rope.empty()},
        {"--control", !options.control.empty()},
        {"--estimator", !options.estimator.empty()},
        {"--dataset", !options.long_table.data_set.empty()},
        {"--learner", !options.long_table.learner.empty()},
        {"--value", !options.long_table.value.empty()},
        {"--fold", !options.long_table.fold.empty()},
        {"--higher-is-better", options.higher},
        {"--lower-is-better", options.lower},
    };
    for (auto& of_models : options.models.given()) given.push_back(std::move(of_models));
    for (const auto& [flag, there] : given)
        require(!there || std::find(chosen->takes.begin(), chosen->takes.end(), flag) != chosen->takes.end(),
                "compare " + chosen->name + " takes no " + flag);
    require(chosen->name != "counts" || options.files.empty(), "compare counts takes no file");
    const auto answer = chosen->compute(options);
    if (!options.answer.quiet) {
        for (const auto& result : answer.comparisons)
            if (result.primary)
                for (const auto& warning : result.warnings) tell("warning: " + result.test + ": " + warning.text);
        tell_warnings(answer.warnings, false);
        for (const auto& name : answer.left_out) tell("warning: data set '" + name + "' lacks a value and is left out");
    }
    const auto table = comparisons_table(answer);
    options.answer.print(
        out, table, [&] { return table; }, [&] { return comparisons_json(answer); });
    return 0;
}

} // namespace

Command compare_command()
{
    const auto options = std::make_shared<Options>();
    return {
        "compare", "is A really better than B? tests, the size of the difference, and what they do not show",
        "Designs:\n"
        "  counts: errors on two independent test sets, or rows on which exactly one of two models is right\n"
        "      unseen compare counts --errors 20,30 --rows 100,100\n"
        "      unseen compare counts --discordant 12,5 --rows 100\n"
        "  models: what two or more models predict for the same rows: labels, scores or numbers\n"
        "      unseen compare models ONE.csv --truth y --scores A=t,B=k --measure roc_auc\n"
        "      unseen compare models A.csv B.csv --truth y --predicted label --id row --margin 0.02\n"
        "  splits: scores of two learners on the same splits, one a line\n"
        "      unseen compare splits A.txt B.txt --train-rows 90 --test-rows 10 --repeats 10\n"
        "  results: a table with a row a data set and a column a learner, or a line a value\n"
        "      unseen compare results TABLE.csv --higher-is-better --control A\n"
        "      unseen compare results LONG.csv --lower-is-better --dataset d --learner l --value v --repeat r --fold f\n"
        "      or the experiments of a store, without a fit: unseen compare results S.db --measure error_rate --estimator cv\n"
        "  plan: what a test will be able to show, before it is made; without a test, the list of them\n"
        "      unseen compare plan mcnemar_exact:discordant=0.15,difference=0.05,rows=500\n"
        "One-sided p-values are for \"A is better than B\"; differences are A - B.",
        [options](Arguments& arguments) {
            arguments.positional("DESIGN", options->design, "counts, models, splits, results or plan");
            arguments.positionals(
                "FILE", options->files,
                "splits: two files of scores; results: a table; models: one table, or one for each model; plan: tests");
            arguments.option("--errors", options->errors, "counts: errors of A and B, with a comma between");
            arguments.option("--rows", options->rows, "counts: rows of both test sets; with --discordant all rows");
            arguments.option("--discordant", options->discordant, "counts: rows where only A is right, and where only B is");
            arguments.option("--train-rows", options->train_rows, "splits, models with --split: training rows of a split");
            arguments.option("--test-rows", options->test_rows, "splits: test rows of a split");
            arguments.option("--repeats", options->repeats, "splits: repeats of the cross-validation (1)");
            arguments.option("--rope", options->rope, "half the width of the region of practical equivalence (0.01)");
            arguments.option("--control", options->control, "results: the learner to compare the others with");
            arguments.option("--estimator", options->estimator, "results of a store: the estimator (the experiment's first)");
            arguments.option("--dataset", options->long_table.data_set, "results: the column of the data set, in a long table");
            arguments.option("--learner", options->long_table.learner, "results: the column of the learner");
            arguments.option("--value", options->long_table.value, "results: the column of the score");
            arguments.option("--fold", options->long_table.fold, "results: the column of the fold");
            options->models.declare(arguments);
            arguments.flag("--higher-is-better", options->higher, "large scores are good");
            arguments.flag("--lower-is-better", options->lower, "small scores are good (splits: unless told otherwise)");
            arguments.option("--level", options->answer.level, "confidence level");
            options->answer.declare(arguments);
        },
        [options] { return run(*options); }};
}

} // namespace unseen::cli
