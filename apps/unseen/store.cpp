// unseen store: lists, merges, exports, checks and thins out stores.
#include "commands.hpp"
#include "common.hpp"

#include "unseen/base/error.hpp"
#include "unseen/data/table_csv.hpp"
#include "unseen/report/stores.hpp"
#include "unseen/store/store_file.hpp"

#include <functional>

namespace unseen::cli {

namespace {

/// Prints what is lost, even if the command is quiet.
void tell_left_out(const std::vector<std::string>& damaged)
{
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < std::min(most, damaged.size()); ++i) tell("warning: left out: " + damaged[i]);
    if (damaged.size() > most)
        tell("warning: left out: " + std::to_string(damaged.size() - most) + " more that are damaged");
}

/// A command on one store.
struct OfStore {
    std::string file;
    AnswerOptions answer;

    /// Declares the store, what `own` declares, and the options of the answer.
    void declare(
        Arguments& arguments, const std::function<void()>& own = [] {})
    {
        arguments.positional("STORE", file, "the store");
        own();
        answer.declare(arguments);
    }
};

struct ListStore : OfStore {
    bool failures = false;

    void declare(Arguments& arguments)
    {
        OfStore::declare(arguments,
                         [&] { arguments.option("--failures", &failures, "list the fits that failed"); });
    }

    int run() const
    {
        Output out(answer.output);
        answer.print(out, failures ? answer_of(stored_failures(file))
                                   : answer_of(stored_experiments(file), stored_series(file)));
        return 0;
    }
};

struct MergeStores {
    std::vector<std::string> files;
    AnswerOptions answer;

    void declare(Arguments& arguments)
    {
        arguments.positionals("STORE", files,
                              "the store to merge into, created if needed, and the stores to merge");
        answer.declare(arguments);
    }

    int run() const
    {
        require(files.size() >= 2,
                "store merge needs the store to merge into and at least one store to merge");
        const auto report = merge_stores(files[0], std::span(files).subspan(1));
        tell_left_out(report.damaged);
        tell_notes({std::to_string(report.added) + " fits added, " + std::to_string(report.united) +
                    " completed, " + std::to_string(report.known) + " already known"},
                   answer.quiet);
        return 0;
    }
};

struct ExportStore : OfStore {
    bool fits = false;
    bool predictions = false;
    StoreOptions choice;

    void declare(Arguments& arguments)
    {
        OfStore::declare(arguments, [&] {
            arguments.option("--fits", &fits, "one line a fit, ordered by key");
            arguments.option("--predictions", &predictions,
                             "one line a predicted row, ordered by key and row");
            choice.declare(arguments);
        });
    }

    int run() const
    {
        require(fits != predictions, "store export needs either --fits or --predictions");
        require(answer.format == "text" || answer.format == "csv",
                "--format: 'store export' prints CSV only");
        require(predictions || !choice.given(), "--data, --learner and --estimator go with --predictions");
        Output out(answer.output);
        const Write write = [&](std::string_view text) { out.write(text); };
        const auto experiment = find_experiment(file, choice.experiment);
        tell_experiment(file, experiment, answer.quiet);
        const auto digest = experiment ? std::optional(experiment->digest()) : std::nullopt;
        if (fits) {
            export_fits(file, write, digest);
        } else if (choice.given()) {
            const StoredPlans store(file, choice.experiment);
            write_csv(stored_table(store, store.find(choice.choice(answer.seed))).table, write);
        } else {
            export_predictions(file, write, digest);
        }
        out.finish();
        return 0;
    }
};

struct CheckStore : OfStore {
    int run() const
    {
        Output out(answer.output);
        const auto faults = check_store(file);
        if (answer.form().with_splits) {
            answer.print(out, faults_answer(faults));
        } else {
            for (const auto& fault : faults) tell("error: " + file + ": " + fault);
            if (faults.empty()) tell_notes({file + ": no faults"}, answer.quiet);
        }
        return faults.empty() ? 0 : 1;
    }
};

/// A command that replaces a store by a copy without its damaged parts.
struct ReplaceStore : OfStore {
    using Replace = std::vector<std::string> (*)(const std::string& path);
    ReplaceStore(Replace how, std::string what) : replace(how), done(std::move(what)) {}
    Replace replace;
    std::string done;

    int run() const
    {
        const auto damaged = replace(file);
        tell_left_out(damaged);
        tell_notes(
            {file + ": " + done + ", " +
             (damaged.empty() ? "nothing is damaged" : std::to_string(damaged.size()) + " damaged left out")},
            answer.quiet);
        return 0;
    }
};

struct PruneStore : OfStore {
    int run() const
    {
        tell_notes({std::to_string(prune_store(file)) + " fits removed"}, answer.quiet);
        return 0;
    }
};

struct ForgetFits : OfStore {
    std::string experiment;
    ForgetWhat what;

    void declare(Arguments& arguments)
    {
        OfStore::declare(arguments, [&] {
            arguments.option("--data", &what.data, "fits on this data set");
            arguments.option("--learner", &what.learner, "fits of this learner, spelled as in `store list`");
            arguments.option("--failures", &what.failures, "failed fits only");
            arguments.option(
                "--experiment", &experiment,
                "this experiment, but not its fits; `store prune` then removes those of no other");
        });
    }

    int run() const
    {
        const bool fits = !what.data.empty() || !what.learner.empty() || what.failures;
        require(fits || !experiment.empty(), "store forget needs --data NAME, --learner SPEC, --failures or "
                                             "--experiment NAME, as `unseen store list` shows them");
        require(!fits || experiment.empty(), "--experiment goes without --data, --learner and --failures");
        if (!fits) {
            const auto name = forget_experiment(file, experiment);
            tell_notes({"experiment " + in_words(name) + " is forgotten"}, answer.quiet);
            return 0;
        }
        tell_notes({std::to_string(forget_fits(file, what)) + " fits removed"}, answer.quiet);
        return 0;
    }
};

} // namespace

Command store_command()
{
    return {
        .name = "store",
        .help = "list, merge, export, check, repair and thin out stores of fits",
        .footer = "A store is an SQLite database; its tables are described in docs/STORE.md.\n",
        .commands = {
            command("list", "list its content, one line a learner and data set",
                    "Example: unseen store list S.db --failures", std::make_shared<ListStore>()),
            command("merge", "add the fits of other stores to a store",
                    "Example: unseen store merge ALL.db part1.db part2.db", std::make_shared<MergeStores>()),
            command("export",
                    "print fits or predictions as CSV; with --data, --learner or --estimator the predictions "
                    "of one "
                    "learner under one plan, by repeat, split and row",
                    "Example: unseen store export S.db --predictions --learner tree --estimator cv",
                    std::make_shared<ExportStore>()),
            command("check", "read everything and list the faults", "Example: unseen store check S.db",
                    std::make_shared<CheckStore>()),
            command("repair", "drop what is damaged and keep the rest; the next run does these fits again",
                    "Example: unseen store repair S.db",
                    std::make_shared<ReplaceStore>(repair_store, "is repaired")),
            command("migrate", "make a store of an older version one of this version, with all its fits",
                    "Example: unseen store migrate S.db",
                    std::make_shared<ReplaceStore>(migrate_store, "is of this version now")),
            command("prune", "remove the fits that no experiment uses, as those of `estimate --store`",
                    "Example: unseen store prune S.db", std::make_shared<PruneStore>()),
            command("forget", "remove the fits that match all given options",
                    "Example: unseen store forget S.db --failures", std::make_shared<ForgetFits>())}};
}

} // namespace unseen::cli
