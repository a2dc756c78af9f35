// Experiments: every learner on every dataset under every estimator, from a file
// (docs/CONTRACT.md "The experiment file").
//
// Example:
//
//     const auto experiment = parse_experiment(R"(
//         estimators = ["cv:folds=5"]
//         [[data]]
//         path = "iris.csv"
//         [[learner]]
//         spec = "majority"
//     )", "example.toml", "data");
//     const auto report = run_experiment(experiment, check_experiment(experiment), {});
//     assert(report.run.fits == 5 && report.results[0].rows == 150);
#pragma once

#include "unseen/read/reader.hpp"
#include "unseen/run/estimate.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

class StoreFile;

/// One data file and how to read it.
struct ExperimentData {
    std::string name;    ///< the name in a store: the path as it was written
    std::string shown{}; ///< the name in results: the base name if no other file has it, else the path with
                         ///< its variables replaced
    std::string path;    ///< the path with the folder that it is relative to
    std::string test;    ///< a file of test rows, or empty
    std::string unlabelled; ///< as in make_dataset()
    ReadOptions reading;
    Roles roles{.target = ""};
    std::vector<std::string> learners{}; ///< the names of those to try; empty: all of the experiment
    std::vector<Spec> measures{};        ///< empty: those of the experiment
};

/// One learner; a grid in the file becomes several of them.
struct ExperimentLearner {
    std::string name; ///< the name in results
    Spec spec;        ///< as it was written; defaults may depend on the response of a dataset
};

/// The user's own learners, which an experiment may name like those of the library, by the name of their
/// spec, which has no keys.
using OwnLearners = std::vector<std::shared_ptr<const Learner>>;

/// The content of an experiment file.
struct Experiment {
    std::string name;   ///< the name of the file
    std::string folder; ///< the folder that its paths are relative to
    std::string text;   ///< the file as it was written
    std::uint64_t seed = 1;
    EstimateOptions options{}; ///< for all data sets; the names, rows and runs are those of each
    std::vector<ExperimentData> data;
    std::vector<ExperimentLearner> learners;
    OwnLearners own{}; ///< the learners given to parse_experiment()
};

/// Reads an experiment file. Its paths are relative to its folder; a pattern (`*`, `?`, `[a-z]`) stands for
/// the files that match, in bytewise order. Throws IoError if the file cannot be read, and InputError
/// "FILE:LINE:COLUMN: what is wrong; what was expected" for its content: an unknown key (with the nearest
/// known one), a pattern that no file matches, two learners or datasets with the same name ... A learner's
/// spec may be the name of one of `own`.
Experiment read_experiment(const std::string& path, const OwnLearners& own = {});

/// A key of an experiment file, for help.
struct ExperimentKey {
    std::string table; ///< `[[data]]`, `[[learner]]`; empty if the key is outside of tables
    std::string name;
    std::string value; ///< its form: `"COLUMN"`, `["SPEC", ...]`, `a number`
    std::string help;  ///< its meaning, with the default
};

/// All keys, in the order of their tables.
std::vector<ExperimentKey> experiment_file_keys();

/// The same from the text of a file; `name` is its name in messages, `folder` the folder of its paths.
Experiment parse_experiment(std::string_view text, const std::string& name, const std::string& folder,
                            const OwnLearners& own = {});

/// The results for one dataset.
struct ExperimentResult {
    std::string data; ///< ExperimentData::shown
    Row rows = 0;
    ResponseType response = ResponseType::classes;
    EstimateReport report;
};

/// What run_experiment() found.
struct ExperimentReport {
    std::vector<ExperimentResult> results; ///< in the order of the file
    RunReport run;                         ///< sums over all datasets
};

/// One dataset of an experiment, and what will be run on it.
struct DesignedData {
    std::string data;
    Row rows = 0;
    std::size_t features = 0;
    std::uint64_t splits = 0;       ///< over all plans
    std::size_t learners = 0;       ///< Progress::total is the sum, over datasets, of splits times learners
    std::vector<std::string> plans; ///< canonical specs
};

/// Reads every dataset and checks that every learner, estimator and measure suits it; no fit is done. One
/// dataset is in memory at a time. Throws InputError that names the dataset.
std::vector<DesignedData> check_experiment(const Experiment& experiment);

/// Runs the experiment, dataset by dataset, with one in memory at a time. `design` is what check_experiment()
/// returned. The seed and the data name of `options` are replaced by those of the experiment. There are no
/// estimates if the run was stopped or is one of several shards.
ExperimentReport run_experiment(const Experiment& experiment, std::span<const DesignedData> design,
                                const RunOptions& options);

/// The same into a store, which also keeps the experiment, so that it can answer new questions about it. The
/// store of `options` is replaced by this one.
ExperimentReport run_experiment(const Experiment& experiment, std::span<const DesignedData> design,
                                RunOptions options, StoreFile& store);

/// The work of a run on one dataset with one learner.
struct ForecastFits {
    std::string data;
    std::string learner;
    std::uint64_t fits = 0;   ///< distinct fits
    std::uint64_t stored = 0; ///< the number of these that the store has
    double seconds = 0.0;     ///< the time of the other fits on one thread, without the start
    double start =
        0.0; ///< the time before the first of them, for preparing shared data and starting a worker
    double bytes = 0.0; ///< the bytes that the other fits add to the store
};

/// Forecasts the time and the storage of a run from a few fits of every learner under every plan, which are
/// not kept. Reads every dataset; after `calibration_seconds` the time on further datasets is extrapolated
/// from their size. `store` may be null. Only the fits of `shard` count.
std::vector<ForecastFits> forecast_experiment(const Experiment& experiment, const Store* store,
                                              const Shard& shard, double calibration_seconds = 10.0);

/// The number of fits that the store lacks, for each of `shards` shards. Reads every dataset; no fit is done.
/// O(fits) look-ups in the store.
std::vector<std::uint64_t> missing_fits(const Experiment& experiment, const Store& store,
                                        std::uint64_t shards);

} // namespace unseen
