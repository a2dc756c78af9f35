#include "experiment/loaded_data.hpp"

#include "unseen/base/error.hpp"
#include "unseen/read/unlabelled.hpp"
#include "unseen/store/store_file.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

namespace unseen {

namespace {

/// Adds the name of the dataset to an error.
template <class F>
auto about(const ExperimentData& data, F&& f)
{
    try {
        return f();
    } catch (const InputError& e) {
        throw InputError(data.shown + ": " + e.what());
    }
}

/// The tables of the files. An error names its file.
struct Tables {
    Table main;
    std::optional<Table> test;

    explicit Tables(const ExperimentData& data) : main(read_table(data.path, data.reading))
    {
        if (!data.test.empty()) test = read_table(data.test, data.reading);
    }
};

LoadedData made_of(Tables tables, const Experiment& experiment, const ExperimentData& data)
{
    auto made = make_dataset(std::move(tables.main), data.roles, tables.test ? &*tables.test : nullptr,
                             data.unlabelled, data.reading, experiment.seed);
    require(made.data.targets() == 1, "an experiment has one target a data set, and this one has " +
                                          std::to_string(made.data.targets()) + " (" +
                                          made.data.response_name() + "); `unseen estimate` takes several");
    LoadedData loaded{.data = std::move(made.data), .learners = {}, .options = experiment.options};
    if (!data.measures.empty()) loaded.options.measures = data.measures;
    loaded.options.unlabelled = std::move(made.unlabelled);
    loaded.options.run.seed = experiment.seed;
    loaded.options.run.data_name = data.name;
    for (const auto& learner : experiment.learners) {
        if (!data.learners.empty() && std::ranges::find(data.learners, learner.name) == data.learners.end())
            continue;
        const auto own = std::ranges::find_if(
            experiment.own, [&](const auto& o) { return o->spec().name() == learner.spec.name(); });
        if (own != experiment.own.end())
            require(loaded.data.response_type() == ResponseType::classes ? (*own)->traits().classes
                                                                         : (*own)->traits().numbers,
                    "learner '" + learner.name + "' cannot predict this target");
        loaded.learners.push_back(
            own != experiment.own.end() ? *own : make_learner(learner.spec, loaded.data.response_type()));
        loaded.options.learner_names.push_back(learner.name);
    }
    loaded.filled.emplace(loaded.pointers(), loaded.data, loaded.options.impute);
    for (const auto* learner : loaded.filled->learners()) check_learner(*learner, loaded.data);
    // How optimistic the best of several is follows from the losses of the rows, or the figures of the
    // splits.
    loaded.options.per_split = loaded.options.per_split || loaded.learners.size() > 1;
    return loaded;
}

} // namespace

LoadedData load(const Experiment& experiment, const ExperimentData& data)
{
    Tables tables(data);
    return about(data, [&] { return made_of(std::move(tables), experiment, data); });
}

std::vector<DesignedData> check_experiment(const Experiment& experiment)
{
    std::vector<DesignedData> design;
    for (const auto& data : experiment.data) {
        const auto loaded = load(experiment, data);
        DesignedData designed{.data = data.shown,
                              .rows = loaded.data.labelled(),
                              .features = loaded.data.feature_count(),
                              .learners = loaded.learners.size(),
                              .plans = {}};
        std::set<std::string> plans;
        for (const auto& request :
             about(data, [&] { return estimate_requests(loaded.data, loaded.options); })) {
            const auto spec = request.plan.spec().print();
            if (!plans.insert(spec).second) continue; // equal plans share their fits
            designed.plans.push_back(spec);
            designed.splits += request.plan.size();
        }
        design.push_back(std::move(designed));
    }
    return design;
}

ExperimentReport run_experiment(const Experiment& experiment, std::span<const DesignedData> design,
                                const RunOptions& options)
{
    ExperimentReport all;
    Progress progress;
    for (const auto& designed : design) progress.total += designed.splits * designed.learners;
    for (const auto& data : experiment.data) {
        auto loaded = load(experiment, data);
        const auto seed = loaded.options.run.seed;
        loaded.options.run = options;
        loaded.options.run.seed = seed;
        loaded.options.run.data_name = data.name;
        const Progress before = progress;
        if (options.progress)
            loaded.options.run.progress = [&](const Progress& p) {
                progress.done = before.done + p.done;
                progress.failures = before.failures + p.failures;
                progress.found = before.found + p.found;
                progress.begun = p.begun;
                options.progress(progress);
            };
        auto report = estimate(loaded.data, loaded.pointers(), loaded.options);
        all.run.fits += report.run.fits;
        all.run.reused += report.run.reused;
        all.run.failures += report.run.failures;
        all.run.stopped = report.run.stopped;
        all.results.push_back({.data = data.shown,
                               .rows = loaded.data.labelled(),
                               .response = loaded.data.response_type(),
                               .report = std::move(report)});
        if (all.run.stopped) break;
    }
    return all;
}

ExperimentReport run_experiment(const Experiment& experiment, std::span<const DesignedData> design,
                                RunOptions options, StoreFile& store)
{
    const auto folder = std::filesystem::canonical(experiment.folder.empty() ? "." : experiment.folder);
    store.begin_experiment({.name = experiment.name,
                            .folder = folder.string(),
                            .seed = experiment.seed,
                            .text = experiment.text});
    options.store = &store;
    auto report = run_experiment(experiment, design, options);
    store.flush();
    if (!report.run.stopped) store.end_experiment(options.shard.count == 1);
    return report;
}

} // namespace unseen
