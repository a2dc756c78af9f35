// unseen store: what is in a store, and what can be done with stores as a whole.
#include "commands.hpp"
#include "common.hpp"

#include "unseen/base/error.hpp"
#include "unseen/run/store_file.hpp"

#include <algorithm>

namespace unseen::cli {

namespace {

struct Options {
    std::string action;
    std::vector<std::string> files;
    StoreOptions choice;
    bool fits = false;
    bool predictions = false;
    bool failures = false;
    AnswerOptions answer;
};

const std::string& only_file(const Options& options)
{
    require(options.files.size() == 1,
            "store " + options.action + " takes one store; got " + std::to_string(options.files.size()));
    return options.files[0];
}

int list(const Options& options)
{
    Output out(options.answer.output);
    const auto& file = only_file(options);
    auto json = answer("store");
    ResultTable table;
    auto array = Json::array();
    if (options.failures) {
        table.columns = {{"data"}, {"learner"}, {"code"}, {"text"}, {"fit"}};
        for (const auto& f : stored_failures(file)) {
            table.rows.push_back({f.data, f.learner, f.code, f.text, f.key});
            array.push(Json::object()
                           .add("data", f.data)
                           .add("learner", f.learner)
                           .add("key", f.key)
                           .add("code", f.code)
                           .add("text", f.text));
        }
        json.add("failures", std::move(array));
    } else {
        table.columns = {{"data"}, {"learner"}, {"fits", true}, {"failed", true}, {"predictions", true}, {"seconds", true}};
        for (const auto& experiment : stored_experiments(file))
            table.heading.push_back("experiment " + experiment.name + " in " + experiment.folder);
        for (const auto& s : stored_series(file)) {
            table.rows.push_back({s.data, s.learner, std::to_string(s.fits), std::to_string(s.failures),
                                  std::to_string(s.predictions), Cell(Value(s.seconds))});
            array.push(Json::object()
                           .add("data", s.data)
                           .add("learner", s.learner)
                           .add("version", s.version)
                           .add("fits", s.fits)
                           .add("failures", s.failures)
                           .add("predictions", s.predictions)
                           .add("seconds", s.seconds));
        }
        json.add("series", std::move(array));
    }
    options.answer.print(
        out, table, [&] { return table; }, [&] { return json; });
    return 0;
}

int merge(const Options& options)
{
    require(options.files.size() >= 2, "store merge takes the store to merge into, and those to merge");
    const auto report = merge_stores(options.files[0], std::span(options.files).subspan(1));
    if (!options.answer.quiet)
        tell("note: " + std::to_string(report.added) + " fits added, " + std::to_string(report.united) + " completed, " +
             std::to_string(report.known) + " were there");
    return 0;
}

int export_csv(const Options& options)
{
    require(options.fits != options.predictions, "store export needs either --fits or --predictions");
    require(options.answer.format == "text" || options.answer.format == "csv", "--format: 'store export' prints CSV only");
    Output out(options.answer.output);
    const Write write = [&](std::string_view text) { out.write(text); };
    require(options.predictions || !options.choice.given(), "--data, --learner and --estimator go with --predictions");
    if (options.fits) {
        export_fits(only_file(options), write);
    } else if (options.choice.given()) {
        const StoredPlans store(only_file(options));
        export_table(stored_table(store, store.find(options.choice.choice(options.answer.seed))).table, write);
    } else {
        export_predictions(only_file(options), write);
    }
    out.finish();
    return 0;
}

int check(const Options& options)
{
    Output out(options.answer.output);
    const auto faults = check_store(only_file(options));
    if (options.answer.format == "json") {
        auto array = Json::array();
        for (const auto& fault : faults) array.push(fault);
        out.write(answer("store").add("faults", std::move(array)).print() + "\n");
        out.finish();
        return faults.empty() ? 0 : 1;
    }
    for (const auto& fault : faults) tell("error: " + options.files[0] + ": " + fault);
    if (faults.empty() && !options.answer.quiet) tell("note: " + options.files[0] + ": no faults");
    return faults.empty() ? 0 : 1;
}

int forget(const Options& options)
{
    const auto& [data, learner, estimator] = options.choice;
    require(estimator.empty(), "store forget takes no --estimator: estimators share their fits");
    require(!data.empty() || !learner.empty() || options.failures,
            "store forget needs --data NAME, --learner SPEC or --failures, as `unseen store list` shows them");
    const auto count = forget_fits(only_file(options), {.data = data, .learner = learner, .failures = options.failures});
    if (!options.answer.quiet) tell("note: " + std::to_string(count) + " fits forgotten");
    return 0;
}

struct Action {
    std::string name;
    std::string help;
    int (*run)(const Options&);
};

const std::vector<Action>& actions()
{
    static const std::vector<Action> table = {
        {"list", "what is in it, a line a learner and data set; --failures: the fits that failed", list},
        {"merge", "OUT PART...: adds the fits of the parts to OUT", merge},
        {"export",
         "--fits or --predictions: CSV, ordered by key; --predictions --data, --learner, --estimator: of one learner under one "
         "plan, "
         "by repeat, split and row",
         export_csv},
        {"check", "reads everything and tells what is damaged", check},
        {"forget", "--data NAME, --learner SPEC, --failures: removes the fits that all apply to", forget},
    };
    return table;
}

int run(const Options& options)
{
    std::string all;
    for (const auto& action : actions()) {
        if (action.name == options.action) return action.run(options);
        all += (all.empty() ? "" : ", ") + action.name;
    }
    throw InputError("store: '" + options.action + "' is not valid; expected one of " + all);
}

std::string footer()
{
    std::string text = "Actions:\n";
    for (const auto& action : actions()) text += "  " + action.name + ": " + action.help + '\n';
    return text + "A store is an SQLite database; its tables are described in docs/STORE.md.\n";
}

} // namespace

Command store_command()
{
    const auto options = std::make_shared<Options>();
    return {"store", "list, merge, export, check and thin out stores of fits", footer(),
            [options](Arguments& arguments) {
                arguments.positional("ACTION", options->action, "list, merge, export, check or forget");
                arguments.positionals("STORE", options->files, "the store; merge: the store to merge into, and those to merge");
                arguments.flag("--fits", options->fits, "export: one line a fit");
                arguments.flag("--predictions", options->predictions, "export: one line a predicted row");
                arguments.flag("--failures", options->failures, "list, forget: failed fits only");
                arguments.option("--data", options->choice.data, "forget, export --predictions: of this data set");
                arguments.option("--learner", options->choice.learner,
                                 "forget, export --predictions: of this learner, spelled as `store list` does");
                arguments.option("--estimator", options->choice.estimator,
                                 "export --predictions: of this plan, such as cv or cv:folds=5");
                options->answer.declare(arguments);
            },
            [options] { return run(*options); }};
}

} // namespace unseen::cli
