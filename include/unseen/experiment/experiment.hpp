// Experiments: every learner on every dataset under every estimator, from a file (docs/CLI.md "The experiment file").
#pragma once

#include "unseen/read/reader.hpp"
#include "unseen/run/estimate.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// One data file with how to read it.
struct ExperimentData {
    std::string name;       ///< as results call it: the path as it was written
    std::string path;       ///< with the folder that it is relative to
    std::string test;       ///< a file of test rows, or empty
    std::string unlabelled; ///< as make_dataset() has it
    ReadOptions reading;
    Roles roles;
};

/// One learner; grids have been expanded.
struct ExperimentLearner {
    std::string name; ///< as results call it
    Spec spec;        ///< as it was written; the response of a dataset completes it
};

/// What an experiment file says.
struct Experiment {
    std::string name;   ///< of the file
    std::string folder; ///< that the paths in it are relative to
    std::string text;
    std::uint64_t seed = 1;
    Level level{0.95};
    std::string interval = "auto";
    std::vector<Spec> estimators{}; ///< empty: the default of estimate()
    std::vector<Spec> measures{};
    std::vector<Spec> bounds{};
    std::optional<Delta> delta{};
    bool per_split = true; ///< whether estimates list the splits' figures; not said in the file
    std::vector<ExperimentData> data;
    std::vector<ExperimentLearner> learners;
};

/// Reads an experiment file. Paths in it are relative to its folder; patterns (`*`, `?`, `[a-z]`) stand for the files that match, in bytewise order.
/// Throws IoError if the file cannot be read, InputError "FILE:LINE:COLUMN: what is wrong; what was expected" for what it says: an unknown
/// key (with the nearest known one), a pattern that no file matches, two learners or datasets of one name ...
Experiment read_experiment(const std::string& path);

/// The same from text.
Experiment parse_experiment(std::string_view text, const std::string& name, const std::string& folder);

/// One dataset's part of the results.
struct ExperimentResult {
    std::string data;
    Row rows = 0;
    ResponseType response = ResponseType::classes;
    std::vector<Design> designs{}; ///< of estimate_requests(), in their order
    EstimateReport report;
};

struct ExperimentReport {
    std::vector<ExperimentResult> results; ///< in the order of the file
    RunReport run;                         ///< of all datasets
};

/// One dataset of a design, with what will be asked of it.
struct DesignedData {
    std::string data;
    Row rows = 0;
    std::size_t features = 0;
    std::uint64_t splits = 0;       ///< of all plans; times the learners: what a run's progress counts
    std::vector<std::string> plans; ///< canonical specs
};

/// Reads every dataset and checks that every learner, estimator and measure suits it, without a fit; one dataset is in memory at a time. Throws
/// InputError that names the dataset.
std::vector<DesignedData> check_experiment(const Experiment& experiment);

/// Runs it, dataset by dataset, one in memory at a time. `design`: of check_experiment(). `options`: data name and seed are the experiment's. Estimates
/// are left out if the run was stopped or is one of several shards.
ExperimentReport run_experiment(const Experiment& experiment, std::span<const DesignedData> design, const RunOptions& options);

/// What a run would do on one dataset, for one learner.
struct ForecastFits {
    std::string data;
    std::string learner;
    std::uint64_t fits = 0;   ///< unique ones
    std::uint64_t stored = 0; ///< of them, in the store already
    double seconds = 0.0;     ///< that the others take, on one thread
    double bytes = 0.0;       ///< that they add to the store
};

/// Does a few fits of every learner under every plan, keeps none, and tells from them what the whole run would take. Reads every dataset; after
/// `calibration_seconds` further datasets are told by their size. `store`: may be null. Of a shard only its own fits count.
std::vector<ForecastFits> forecast_experiment(const Experiment& experiment, const Store* store, const Shard& shard,
                                              double calibration_seconds = 10.0);

} // namespace unseen
