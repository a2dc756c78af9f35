// Experiments: a run on this machine, and its parts for other machines (python/unseen/_machines.py).
#include "engine.hpp"

#include "unseen/report/experiments.hpp"
#include "unseen/store/store_file.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <filesystem>
#include <tuple>

namespace unseen::python {

namespace {

/// An experiment as another process can be given it: (text, name, folder of its paths, seed).
using Described = std::tuple<std::string, std::string, std::string, std::uint64_t>;

Experiment experiment_of(const Described& described)
{
    const auto& [text, name, folder, seed] = described;
    auto experiment = parse_experiment(text, name, folder);
    experiment.seed = seed;
    return experiment;
}

Described read(const std::string& path, std::optional<std::uint64_t> seed)
{
    const auto experiment = read_experiment(path);
    const auto folder =
        std::filesystem::canonical(experiment.folder.empty() ? "." : experiment.folder).string();
    return {experiment.text, experiment.name, folder, seed.value_or(experiment.seed)};
}

/// Does the fits of a shard into the store, and returns the answer; there is none for one shard of several.
Answer run(const Described& described, const std::string& path, std::size_t threads, std::uint64_t index,
           std::uint64_t count, const nb::object& progress)
{
    ShownProgress shown(progress);
    const auto work = [&] {
        const auto experiment = experiment_of(described);
        const auto design = check_experiment(experiment);
        const auto store = open_store(path);
        RunOptions options;
        options.threads = threads;
        options.stop = current_stop();
        options.shard = {.index = index, .count = count};
        options.progress = shown.callback();
        const auto report = run_experiment(experiment, design, options, *store);
        return count == 1 && !report.run.stopped ? answer_of(experiment, report) : Answer{};
    };
    auto made = interruptibly(work, [&] { shown.show(); });
    shown.show();
    return made;
}

/// Seconds that the fits which the store lacks would take on one thread.
double forecast(const Described& described, const std::string& path)
{
    return interruptibly([&] {
        const auto store = is_store(path) ? read_store(path) : nullptr;
        double seconds = 0.0;
        for (const auto& fits : forecast_experiment(experiment_of(described), store.get(), {}, 1.0))
            seconds += fits.seconds;
        return seconds;
    });
}

/// The shards, from 1, some of whose fits the store lacks.
std::vector<std::uint64_t> missing_shards(const Described& described, const std::string& path,
                                          std::uint64_t count)
{
    return interruptibly([&] {
        const auto experiment = experiment_of(described);
        const auto store = open_store(path);
        const auto missing = missing_fits(experiment, *store, count);
        std::vector<std::uint64_t> shards;
        for (std::uint64_t i = 0; i < count; ++i)
            if (missing[i] > 0) shards.push_back(i + 1);
        return shards;
    });
}

void merge(const std::string& out, const std::vector<std::string>& parts)
{
    const nb::gil_scoped_release unlocked;
    merge_stores(out, parts);
}

} // namespace

void define_experiments(nb::module_& module)
{
    module.def("read_experiment", read, nb::arg("path"), nb::arg("seed").none());
    module.def("run", run, nb::arg("described"), nb::arg("store"), nb::arg("threads"), nb::arg("index"),
               nb::arg("count"), nb::arg("progress").none());
    module.def("forecast", forecast);
    module.def("missing_shards", missing_shards);
    module.def("merge", merge);
}

} // namespace unseen::python
