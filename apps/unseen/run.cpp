// unseen run: an experiment of many learners on many data sets, kept in a store, and its tables.
#include "commands.hpp"
#include "common.hpp"
#include "interrupt.hpp"
#include "progress_line.hpp"

#include "unseen/base/error.hpp"
#include "unseen/report/experiments.hpp"
#include "unseen/run/store_file.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <thread>
#include <unistd.h>

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

std::string size_text(double bytes)
{
    if (bytes < 1e6) return std::to_string(static_cast<std::uint64_t>(std::ceil(bytes / 1e3))) + " kB";
    return bytes < 1e9 ? readable(bytes / 1e6) + " MB" : readable(bytes / 1e9) + " GB";
}

/// What would be done: the design, and what it would take.
int dry_run(const Options& options, const Experiment& experiment, const std::vector<DesignedData>& design, const Shard& shard,
            Output& out)
{
    std::unique_ptr<Store> store;
    if (!options.store.empty() && is_store(options.store)) store = read_store(options.store);
    const auto forecast = forecast_experiment(experiment, store.get(), shard);
    ResultTable table{.columns = {{"data"},
                                  {"rows", true},
                                  {"features", true},
                                  {"splits", true},
                                  {"learner"},
                                  {"fits", true},
                                  {"stored", true},
                                  {"seconds", true},
                                  {"kB", true}},
                      .rows = {}};
    auto array = Json::array();
    std::uint64_t fits = 0;
    std::uint64_t stored = 0;
    double seconds = 0.0;
    double bytes = 0.0;
    for (std::size_t i = 0; i < forecast.size(); ++i) {
        const auto& f = forecast[i];
        const auto& d = design[i / experiment.learners.size()];
        table.rows.push_back({f.data, std::to_string(d.rows), std::to_string(d.features), std::to_string(d.splits), f.learner,
                              std::to_string(f.fits), std::to_string(f.stored), Cell(Value(f.seconds)),
                              Cell(Value(f.bytes / 1e3))});
        array.push(Json::object()
                       .add("data", f.data)
                       .add("rows", d.rows)
                       .add("features", std::uint64_t{d.features})
                       .add("splits", d.splits)
                       .add("learner", f.learner)
                       .add("fits", f.fits)
                       .add("stored", f.stored)
                       .add("seconds", f.seconds)
                       .add("bytes", f.bytes));
        fits += f.fits;
        stored += f.stored;
        seconds += f.seconds;
        bytes += f.bytes;
    }
    const auto threads = options.answer.threads > 0 ? options.answer.threads : std::max(1u, std::thread::hardware_concurrency());
    table.heading.push_back(experiment.name + ": " + counted(experiment.data.size(), "data sets, ") +
                            counted(experiment.learners.size(), "learners; seed ") + std::to_string(experiment.seed));
    table.notes.push_back(counted(fits, "unique fits, ") + counted(stored, "of them stored; the others take about ") +
                          readable(seconds / static_cast<double>(threads)) + " s on " + counted(threads, "threads and ") +
                          size_text(bytes));
    table.notes.push_back("Plans:");
    std::vector<std::string> plans;
    for (const auto& d : design)
        for (const auto& plan : d.plans)
            if (std::find(plans.begin(), plans.end(), plan) == plans.end()) plans.push_back(plan);
    for (const auto& plan : plans) table.notes.push_back("  " + plan);
    options.answer.print(
        out, table, [&] { return table; },
        [&] {
            auto json = answer("run");
            json.add("experiment", experiment.name)
                .add("seed", experiment.seed)
                .add("dry_run", true)
                .add("fits", fits)
                .add("stored", stored);
            json.add("seconds", seconds / static_cast<double>(threads))
                .add("threads", std::uint64_t{threads})
                .add("bytes", bytes);
            return json.add("design", std::move(array));
        });
    return 0;
}

int run(const Options& options)
{
    require(options.answer.threads <= 1024, "--threads: at most 1024");
    require(options.dry_run || !options.store.empty(), "--store is missing: the file that keeps the fits (--dry-run needs none)");
    const auto shard = shard_of(options.shard);
    Experiment experiment = read_experiment(options.experiment);
    if (!options.seed.empty()) experiment.seed = whole_number("--seed", options.seed);
    experiment.per_split = options.answer.lists_splits() && shard.count == 1;
    Output out(options.answer.output);
    const Interrupt interrupt;
    const auto design = check_experiment(experiment);

    if (options.dry_run) return dry_run(options, experiment, design, shard, out);
    RunLog log(options.log);
    const auto store = open_store(options.store);
    log.line("start: " + options.experiment + " into " + options.store + ", seed " + std::to_string(experiment.seed) +
             (options.shard.empty() ? "" : ", shard " + options.shard) + ", process " + std::to_string(getpid()));
    const auto folder = std::filesystem::canonical(experiment.folder.empty() ? "." : experiment.folder).string();
    store->keep_experiment({.name = experiment.name, .folder = folder, .seed = experiment.seed, .text = experiment.text});
    RunOptions job;
    job.threads = options.answer.threads;
    job.stop = interrupt.token();
    job.store = store.get();
    job.shard = shard;
    ExperimentReport report;
    {
        ProgressLine progress(options.answer.quiet, std::chrono::minutes(1));
        job.progress = [&](const Progress& p) {
            progress.show(p);
            log.show(p);
        };
        try {
            report = run_experiment(experiment, design, job);
            store->flush();
        } catch (const Error& e) {
            log.line(std::string("error: ") + e.what());
            throw;
        }
    }
    log.line((report.run.stopped ? "interrupted: " : "end: ") + counted(report.run.fits, "fits done, ") +
             counted(report.run.reused, "found, ") + counted(report.run.failures, "failed"));
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
