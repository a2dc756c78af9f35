// unseen run: an experiment of many learners on many data sets, kept in a store, and its tables.
#include "commands.hpp"
#include "common.hpp"
#include "interrupt.hpp"
#include "progress_line.hpp"

#include "unseen/base/error.hpp"
#include "unseen/report/experiments.hpp"
#include "unseen/run/store_file.hpp"

#include <filesystem>

namespace unseen::cli {

namespace {

struct Options {
    std::string experiment;
    std::string store;
    std::string shard;
    std::string seed;
    std::string log;
    bool dry_run = false;
    AnswerOptions answer;
};

std::uint64_t whole_number(const std::string& what, const std::string& text)
{
    require(!text.empty() && text.size() < 20 && text.find_first_not_of("0123456789") == std::string::npos,
            what + ": '" + text + "' is not valid; expected a whole number from 0 up");
    return std::stoull(text);
}

Shard shard_of(const std::string& text)
{
    if (text.empty()) return {};
    const auto slash = text.find('/');
    require(slash != std::string::npos, "--shard: '" + text + "' is not valid; expected I/N, such as 3/64");
    const Shard shard{.index = whole_number("--shard", text.substr(0, slash)),
                      .count = whole_number("--shard", text.substr(slash + 1))};
    require(shard.index >= 1 && shard.index <= shard.count, "--shard: '" + text + "' is not valid; expected 1/N to N/N");
    return shard;
}

Json answer_json(const Experiment& experiment, const ExperimentReport& report)
{
    auto json = answer("run");
    json.add("experiment", experiment.name).add("seed", experiment.seed).add("level", experiment.level.value());
    json.add("results", experiment_json(report));
    return json;
}

std::string counted(std::uint64_t n, const std::string& what) { return std::to_string(n) + ' ' + what; }

int run(const Options& options)
{
    require(options.answer.threads <= 1024, "--threads: at most 1024");
    require(options.dry_run || !options.store.empty(), "--store is missing: the file that keeps the fits (--dry-run needs none)");
    const auto shard = shard_of(options.shard);
    Experiment experiment = read_experiment(options.experiment);
    if (!options.seed.empty()) experiment.seed = whole_number("--seed", options.seed);
    Output out(options.answer.output);
    const Interrupt interrupt;
    const auto design = check_experiment(experiment);

    const auto store = open_store(options.store);
    store->keep_experiment(experiment.name,
                           std::filesystem::absolute(experiment.folder.empty() ? "." : experiment.folder).string(),
                           experiment.text);
    RunOptions job;
    job.threads = options.answer.threads;
    job.stop = interrupt.token();
    job.store = store.get();
    job.shard = shard;
    ExperimentReport report;
    {
        ProgressLine progress(options.answer.quiet);
        job.progress = [&](const Progress& p) { progress.show(p); };
        report = run_experiment(experiment, design, job);
    }
    store->flush();
    if (report.run.stopped) {
        tell("error: interrupted after " + counted(report.run.fits, "fits") +
             "; they are stored, the same command goes on from here");
        return 130;
    }
    if (!options.answer.quiet) {
        for (const auto& result : report.results)
            for (const auto& warning : result.report.warnings)
                tell("warning: " + result.data + ": " + warning.text + " [" + warning.code + ']');
        tell("note: " + counted(report.run.fits, "fits done, ") + counted(report.run.reused, "found in ") + options.store);
    }
    if (shard.count == 1) {
        auto table = experiment_table(experiment, report);
        table.heading.push_back(experiment.name + ": " + counted(experiment.data.size(), "data sets, ") +
                                counted(experiment.learners.size(), "learners; seed ") + std::to_string(experiment.seed));
        options.answer.print(
            out, table, [&] { return experiment_long_table(report); }, [&] { return answer_json(experiment, report); });
    }
    if (report.run.failures > 0) {
        tell("error: " + std::to_string(report.run.failures) + " fits failed; `unseen store list " + options.store +
             " --failures` tells why, `unseen store forget` has them tried again");
        return 1;
    }
    return 0;
}

} // namespace

Command run_command()
{
    const auto options = std::make_shared<Options>();
    return {"run", "run an experiment: learners x data sets x estimators, kept in a store",
            "Example: unseen run experiment.toml --store results.db\n"
            "    seed = 1\n"
            "    estimators = [\"cv:folds=10,repeats=10\"]\n"
            "    measures = [\"error_rate\"]\n"
            "    [[data]]\n"
            "    path = \"data/*.arff\"          # relative to the file; also: test target ignore categorical numeric id stratum "
            "separator header missing\n"
            "    [[learner]]\n"
            "    spec = \"knn\"\n"
            "    k = [1, 3, 5]                 # three learners\n"
            "The same command goes on where it was stopped, whatever stopped it.",
            [options](Arguments& arguments) {
                arguments.positional("EXPERIMENT", options->experiment, "the experiment file (TOML)");
                arguments.option("--store", options->store, "the file that keeps the fits; made if it is not there");
                arguments.flag("--dry-run", options->dry_run,
                               "tell what would be done, how long it would take and how much it would store");
                arguments.option("--shard", options->shard, "I/N: do the I-th of N parts of the fits; print no table");
                arguments.option("--log", options->log, "append what happens to this file, a line a minute");
                arguments.option("--seed", options->seed, "of every random choice, instead of the experiment's");
                options->answer.declare(arguments, false);
            },
            [options] { return run(*options); }};
}

} // namespace unseen::cli
