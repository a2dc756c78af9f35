// unseen run: runs an experiment of many learners on many data sets, keeps its fits in a store and prints its
// tables.
#include "commands.hpp"
#include "common.hpp"
#include "interrupt.hpp"
#include "progress_line.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/report/experiments.hpp"
#include "unseen/store/store_file.hpp"

#include <algorithm>
#include <thread>
#include <unistd.h>

namespace unseen::cli {

namespace {

struct RunCommand {
    std::string experiment;
    std::string store;
    std::string shard;
    std::optional<std::uint64_t> seed;
    std::string log;
    std::string dask;
    bool dry_run = false;
    AnswerOptions answer;
    std::vector<std::string> own_options;

    void declare(Arguments& arguments)
    {
        arguments.positional("EXPERIMENT", experiment, "the experiment file (TOML)");
        arguments.option("--store", &store, "the file that keeps the fits; created if needed");
        arguments.option("--dry-run", &dry_run,
                         "print what would be done, how long it would take and how much it would store");
        arguments.option("--shard", &shard, "I/N: do the I-th of N parts of the fits; print no table");
        arguments.option("--dask", &dask,
                         "ADDRESS of a Dask scheduler whose workers do the fits; with the Python package");
        arguments.output("--log", log, "append the progress to this file, a line a minute");
        arguments.option("--seed", &seed, "seed of all random choices, instead of the experiment's");
        answer.declare(arguments, false);
        answer.declare_report(arguments);
        for (const auto& argument : arguments.all()) own_options.push_back(argument.name);
    }

    int run() const;
};

Shard shard_of(const std::string& text)
{
    if (text.empty()) return {};
    const auto slash = std::min(text.find('/'), text.size());
    const auto index = parse_whole(text.substr(0, slash));
    const auto count = parse_whole(text.substr(std::min(slash + 1, text.size())));
    require(index && count && *index >= 1 && *index <= *count,
            "--shard: '" + text + "' is not valid; expected 1/N to N/N, such as 3/64");
    return {.index = *index, .count = *count};
}

std::string counted(std::uint64_t n, const std::string& what) { return std::to_string(n) + ' ' + what; }

/// Prints what would be done: the design, and the time and space that it would take.
int forecast(const RunCommand& options, const Experiment& experiment, const std::vector<DesignedData>& design,
             const Shard& shard, Output& out)
{
    std::unique_ptr<Store> store;
    if (!options.store.empty() && is_store(options.store)) store = read_store(options.store);
    const auto fits = forecast_experiment(experiment, store.get(), shard);
    const auto threads = options.answer.threads > 0 ? options.answer.threads
                                                    : std::max(1u, std::thread::hardware_concurrency());
    options.answer.print(out, answer_of(experiment, design, fits, threads));
    return 0;
}

int RunCommand::run() const
{
    const auto& options = *this;
    arguments_stand_in_file(own_options);
    require(
        options.dask.empty(),
        "--dask: this program knows no clusters; the command of the Python package unseen does, and has all "
        "that this program has (`pip install .` in the sources)");
    require(options.answer.threads <= 1024, "--threads: at most 1024");
    require(options.dry_run || !options.store.empty(),
            "--store is missing: expected the file that keeps the fits, or --dry-run");
    const auto shard = shard_of(options.shard);
    require(shard.count == 1 || !options.answer.for_page(),
            std::string(options.answer.report.empty() ? "--plot" : "--report") +
                ": a shard has no answer; `unseen report STORE` makes the page when all are done");
    Experiment experiment = read_experiment(options.experiment);
    if (options.seed) experiment.seed = *options.seed;
    experiment.options.per_split =
        shard.count == 1; // the leading learner is compared with the baseline by them
    std::vector<std::string> inputs;
    for (const auto& data : experiment.data)
        inputs.insert(inputs.end(), {data.path, data.test, data.unlabelled});
    std::erase(inputs, "");
    require_apart("--output", options.answer.output, inputs);
    require_apart("--report", options.answer.report, inputs);
    for (const auto& plot : options.answer.plots.files) require_apart("--plot", plot.file, inputs);
    require_apart("--log", options.log, inputs);
    Output out(options.answer.output);
    const Interrupt interrupt;
    const auto design = check_experiment(experiment);

    if (options.dry_run) return forecast(options, experiment, design, shard, out);
    RunLog log(options.log);
    const auto store = open_store(options.store);
    log.line("start: " + options.experiment + " into " + options.store + ", seed " +
             std::to_string(experiment.seed) + (options.shard.empty() ? "" : ", shard " + options.shard) +
             ", process " + std::to_string(getpid()));
    RunOptions job;
    job.threads = options.answer.threads;
    job.stop = interrupt.token();
    job.shard = shard;
    ExperimentReport report;
    {
        ProgressLine progress(options.answer.quiet, std::chrono::minutes(1));
        job.progress = [&](const Progress& p) {
            progress.show(p);
            log.show(p);
        };
        try {
            report = run_experiment(experiment, design, job, *store);
        } catch (const Error& e) {
            log.line(std::string("error: ") + e.what());
            throw;
        }
    }
    log.line((report.run.stopped ? "interrupted: " : "end: ") + counted(report.run.fits, "fits done, ") +
             counted(report.run.reused, "found, ") + counted(report.run.failures, "failed"));
    if (report.run.stopped) {
        tell("error: interrupted after " + counted(report.run.fits, "fits") +
             "; they are stored, and the same command continues from here");
        return 130;
    }
    auto answered = answer_of(experiment, report);
    options.answer.refuse(answered.warnings);
    if (!options.answer.quiet) {
        for (const auto& result : report.results)
            tell_stale(result.report.run, result.data, options.store, false);
        if (experiment.learners.size() > 1 && shard.count == 1)
            tell("note: `unseen compare results " + options.store + "` tells which learner is better");
        tell("note: " + counted(report.run.fits, "fits done, ") + counted(report.run.reused, "found in ") +
             options.store);
        if (store->damaged() > 0)
            tell("note: " + counted(store->damaged(), "of them were damaged in ") + options.store +
                 " and are done again");
    }
    if (shard.count == 1)
        options.answer.print(out, std::move(answered));
    else
        tell_warnings(answered.warnings, options.answer.quiet);
    if (report.run.failures > 0) {
        tell("error: " + std::to_string(report.run.failures) + " fits failed; `unseen store list " +
             options.store + " --failures` shows why; after `unseen store forget` they are tried again");
        return 1;
    }
    return 0;
}

std::string keys_help()
{
    std::string text = "Keys of the file:";
    std::string table;
    for (const auto& key : experiment_file_keys()) {
        if (key.table != table) text += "\n  " + (table = key.table);
        text +=
            "\n  " + std::string(table.empty() ? 0 : 2, ' ') + key.name + " = " + key.value + ": " + key.help;
    }
    return text;
}

} // namespace

Command run_command()
{
    return command("run", "run an experiment: learners x data sets x estimators, kept in a store",
                   "Example: unseen run experiment.toml --store results.db\n"
                   "    estimators = [\"cv:folds=10,repeats=10\"]\n"
                   "    [[data]]\n"
                   "    path = \"data/*.arff\"\n"
                   "    [[learner]]\n"
                   "    spec = \"knn\"\n"
                   "    k = [1, 3, 5]                 # three learners\n"
                   "If a run was stopped, the same command continues it.\n" +
                       keys_help(),
                   std::make_shared<RunCommand>());
}

} // namespace unseen::cli
