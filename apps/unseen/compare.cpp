// unseen compare: is A really better than B? Each design has one primary test, and others beside it.
#include "compare.hpp"
#include "commands.hpp"
#include "common.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/compare/compare_fields.hpp"
#include "unseen/compare/counts.hpp"
#include "unseen/compare/plan.hpp"
#include "unseen/compare/split_results.hpp"
#include "unseen/experiment/compared_store.hpp"
#include "unseen/experiment/results_file.hpp"
#include "unseen/report/comparisons.hpp"
#include "unseen/report/test_plans.hpp"
#include "unseen/store/store_file.hpp"

#include <cmath>

namespace unseen::cli {

namespace {

/// `many` counts, separated by commas.
std::vector<std::uint64_t> counts(const std::string& what, const std::string& text, std::size_t many)
{
    std::vector<std::uint64_t> found;
    for (const double x : listed(what, text)) {
        require(x >= 0.0 && x <= 0x1p52 && std::floor(x) == x,
                what + ": " + shortest(x) + " is not valid; expected a whole number from 0 to 2^52");
        found.push_back(static_cast<std::uint64_t>(x));
    }
    require(found.size() == many,
            what + ": " + std::to_string(found.size()) + " numbers; expected " + std::to_string(many));
    return found;
}

/// The options that say which direction is better.
struct DirectionOptions {
    bool higher = false;
    bool lower = false;

    void declare(Arguments& arguments)
    {
        arguments.option("--higher-is-better", &higher, "large scores are good, as accuracies are");
        arguments.option("--lower-is-better", &lower, "small scores are good, as errors are");
    }

    bool given() const { return higher || lower; }

    Direction value() const
    {
        require(
            higher != lower,
            "expected either --higher-is-better or --lower-is-better: bare scores do not say which are good");
        return higher ? Direction::higher_is_better : Direction::lower_is_better;
    }
};

struct CompareCounts : CompareOptions {
    std::string errors;
    std::string rows;
    std::string discordant;

    void declare(Arguments& arguments)
    {
        arguments.option("--errors", &errors, "numbers of errors of A and B, separated by a comma");
        arguments.option("--rows", &rows,
                         "numbers of rows of both test sets; with --discordant the number of all rows");
        arguments.option("--discordant", &discordant,
                         "numbers of rows on which only A is right, and on which only B is");
        CompareOptions::declare(arguments);
    }

    compare::Answer compute() const
    {
        require(errors.empty() != discordant.empty(),
                "compare counts needs either --errors A,B --rows N,M or --discordant B,C");
        if (!errors.empty()) {
            require(!rows.empty(), "--rows is missing: expected the number of rows of each test set");
            const auto e = counts("--errors", errors, 2);
            const auto n = counts("--rows", rows, 2);
            return compare::compare_counts({e[0], n[0]}, {e[1], n[1]}, answer.level);
        }
        const auto differing = counts("--discordant", discordant, 2);
        compare::Discordant pairs{.only_a = differing[0], .only_b = differing[1]};
        if (!rows.empty()) pairs.rows = counts("--rows", rows, 1)[0];
        return compare::compare_discordant(pairs, answer.level);
    }
};

struct CompareSplits : CompareOptions {
    std::vector<std::string> files;
    compare::SplitDesign design;
    DirectionOptions direction;

    void declare(Arguments& arguments)
    {
        arguments.positionals("FILE", files, "two files of scores, one a line");
        arguments.fields(fields_of(design), "compare splits");
        direction.declare(arguments);
        CompareOptions::declare(arguments);
    }

    compare::Answer compute()
    {
        require(files.size() == 2,
                "compare splits takes two files, one score a line; got " + std::to_string(files.size()));
        const auto better = direction.value();
        const auto a = read_numbers(files[0]);
        const auto b = read_numbers(files[1]);
        require(a.size() == b.size(), files[0] + " has " + std::to_string(a.size()) + " scores, " + files[1] +
                                          " has " + std::to_string(b.size()) +
                                          "; expected equal numbers, for the same splits");
        return compare::compare_splits({a, b, better}, design, answer.level);
    }
};

struct CompareResults : CompareOptions {
    std::string file;
    compare::ResultsOptions how;
    LongColumns columns;
    std::optional<std::uint64_t> train_rows;
    std::optional<std::uint64_t> test_rows;
    DirectionOptions direction;
    std::string experiment;
    std::string measure;
    std::string estimator;

    void declare(Arguments& arguments)
    {
        arguments.positional(
            "FILE", file,
            "a table with one row a data set and one column a learner, or one value a line; or a store");
        arguments.fields(fields_of(how), "compare results");
        arguments.option("--dataset", &columns.data_set, "the column of the data set, in a long table");
        arguments.option("--learner", &columns.learner,
                         "the column of the learner; several, with commas between them, are joined: "
                         "WEKA's Key_Scheme,Key_Scheme_options");
        arguments.option("--value", &columns.value, "the column of the score");
        arguments.option("--repeat", &columns.repeat, "the column of the repeat of the cross-validation");
        arguments.option("--fold", &columns.fold, "the column of the fold");
        arguments.option("--train-rows", &train_rows,
                         "number of training rows of a split, if the splits are not folds");
        arguments.option("--test-rows", &test_rows, "number of test rows of a split");
        declare_experiment(arguments, experiment, false);
        arguments.option("--measure", &measure, "for a store: the measure (the experiment's first)");
        arguments.option("--estimator", &estimator, "for a store: the estimator (the experiment's first)");
        direction.declare(arguments);
        CompareOptions::declare(arguments);
    }

    compare::Answer compute()
    {
        answer.give_common(how);
        if (is_store(file)) return of_store();
        require(experiment.empty() && measure.empty() && estimator.empty(),
                "--experiment, --measure and --estimator choose from a store, and '" + file +
                    "' is not a store");
        const std::size_t named =
            !columns.data_set.empty() + !columns.learner.empty() + !columns.value.empty();
        require(named == 0 || named == 3, "a long table needs --dataset, --learner and --value");
        require(train_rows.has_value() == test_rows.has_value(), "--train-rows and --test-rows go together");
        require(named > 0 || !columns.of_splits(),
                "--repeat and --fold belong to a long table: name --dataset, --learner and --value too");
        auto results = read_any_results(file, columns);
        tell_notes(results.notes, answer.quiet);
        return results.wide ? of_wide_table(std::move(*results.wide))
                            : of_long_table(std::move(*results.by_lines), results.columns);
    }

private:
    /// Compares the results of a store's experiments.
    compare::Answer of_store() const
    {
        require(columns.data_set.empty() && columns.learner.empty() && columns.value.empty() &&
                    !columns.of_splits() && !train_rows && !test_rows,
                "--dataset, --learner, --value, --repeat, --fold, --train-rows and --test-rows are for "
                "tables, and '" +
                    file + "' is a store");
        require(!direction.given(),
                "the measure of a store has a direction; leave out --higher-is-better and --lower-is-better");
        tell_experiment(file, find_experiment(file, experiment), answer.quiet);
        auto compared = compare_stored(file,
                                       {.experiment = experiment,
                                        .measure = measure,
                                        .estimator = estimator,
                                        .seed = answer.seed,
                                        .threads = answer.threads},
                                       how);
        tell_notes(compared.notes, answer.quiet);
        return std::move(compared.answer);
    }

    compare::Answer of_wide_table(compare::Results results) const
    {
        results.direction = direction.value();
        require(!train_rows, "--train-rows and --test-rows are for splits, and the table has none");
        return compare::compare_results(results, how);
    }

    compare::Answer of_long_table(compare::SplitResults results, const LongColumns& used) const
    {
        results.direction = direction.value();
        require(used.of_splits() || !train_rows,
                "--train-rows and --test-rows are for splits, and the table has none");
        if (!used.of_splits()) return compare::compare_results(compare::means_of(results), how);
        if (train_rows && test_rows)
            results.test_train_ratio = static_cast<double>(*test_rows) / static_cast<double>(*train_rows);
        require(results.test_train_ratio > 0.0, "splits without folds need --train-rows and --test-rows");
        if (results.data_sets.size() == 1) return compare::compare_learners(results, how);
        auto compared = compare::compare_results(compare::means_of(results), how);
        compare::add_split_tests(compared, results, how.level);
        return compared;
    }
};

/// Plans tests, or lists the tests that can be planned.
struct ComparePlan {
    std::vector<std::string> tests;
    AnswerOptions answer;

    void declare(Arguments& arguments)
    {
        arguments.positionals(
            "TEST", tests, "tests with the known figures; without any, lists the tests that can be planned");
        arguments.option("--level", &answer.level, "confidence level");
        answer.declare(arguments);
        answer.declare_report(arguments);
    }

    int run() const
    {
        Output out(answer.output);
        std::vector<compare::TestPlan> plans;
        for (const auto& spec : tests) plans.push_back(compare::plan_test(Spec::parse(spec), answer.level));
        answer.print(out, tests.empty() ? test_plans_answer() : answer_of(plans));
        return 0;
    }
};

} // namespace

void CompareOptions::declare(Arguments& arguments) { answer.declare_judging(arguments); }

int CompareOptions::print(Output& out, const compare::Answer& compared,
                          const std::function<void(Answer&)>& more) const
{
    auto printed = answer_of(compared);
    if (more) more(printed);
    answer.print(out, std::move(printed));
    return 0;
}

Command compare_command()
{
    return {
        .name = "compare",
        .help = "test whether A is really better than B, and by how much",
        .footer = "One-sided p-values are for \"A is better than B\"; differences are A - B.",
        .commands = {
            command(
                "counts",
                "errors on two independent test sets, or rows on which exactly one of two models is right",
                "Examples:\n"
                "  unseen compare counts --errors 20,30 --rows 100,100\n"
                "  unseen compare counts --discordant 12,5 --rows 100",
                std::make_shared<Comparing<CompareCounts>>()),
            command("splits", "scores of two learners on the same splits, one a line",
                    "Example: unseen compare splits A.txt B.txt --lower-is-better --train-rows 90 "
                    "--test-rows 10 --repeats 10",
                    std::make_shared<Comparing<CompareSplits>>()),
            compare_models_command(),
            command("results", "learners over many data sets, from a table or from a store (without fitting)",
                    "Examples:\n"
                    "  unseen compare results TABLE.csv --higher-is-better --control A\n"
                    "  unseen compare results LONG.csv --lower-is-better --dataset d --learner l --value v "
                    "--repeat r --fold f\n"
                    "  unseen compare results S.db --measure error_rate --estimator cv",
                    std::make_shared<Comparing<CompareResults>>()),
            command("plan",
                    "the power of a planned test, the rows it needs, and the smallest difference it can show",
                    "Example: unseen compare plan mcnemar_exact:discordant=0.15,difference=0.05,rows=500",
                    std::make_shared<ComparePlan>()),
        }};
}

} // namespace unseen::cli
