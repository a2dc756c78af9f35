// The store in a file: one SQLite database (docs/STORE.md describes it), for any number of experiments.
//
// Example:
//
//     const auto path = (std::filesystem::temp_directory_path() / "example.store").string();
//     open_store(path)->flush();
//     assert(is_store(path) && !is_store("data/iris.csv"));
//     assert(stored_series(path).empty() && check_store(path).empty()); // no fits, no faults
//     std::filesystem::remove(path);
#pragma once

#include "unseen/base/write.hpp"
#include "unseen/store/store.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// An experiment whose fits are in a store.
struct StoredExperiment {
    std::string name;
    std::string folder; ///< the folder that its paths are relative to
    std::uint64_t seed = 1;
    std::string text; ///< the content of the experiment file
};

/// A store in a file. put() passes the fit to a writer thread, which commits several together, after at most a tenth of a second. What
/// flush() or committed() has confirmed survives a killed process, a full disk and a power cut.
class StoreFile : public Store {
public:
    /// The number of fits committed since the store was opened.
    virtual std::uint64_t committed() const = 0;
    /// Keeps the text of an experiment, so that it can be run again. It replaces an experiment of the same name, folder and seed.
    virtual void keep_experiment(const StoredExperiment& experiment) = 0;
};

/// Opens the store for reading and writing; makes it if it does not exist. Throws IoError if the file cannot be opened, is not a store, is
/// damaged, has another format version, or is open for writing in another process (the message names the process).
std::unique_ptr<StoreFile> open_store(const std::string& path);

/// Opens an existing store for find() only; another process may write to it. Throws IoError as open_store() does.
std::unique_ptr<Store> read_store(const std::string& path);

/// True if the file exists and begins as a store does.
bool is_store(const std::string& path);

/// The experiments in a store, sorted by name. Throws IoError as read_store() does, as all functions below.
std::vector<StoredExperiment> stored_experiments(const std::string& path);

/// The fits of one learner on one dataset.
struct StoredSeries {
    std::string data;
    std::string learner;
    int version = 1;
    std::uint64_t fits = 0;
    std::uint64_t failures = 0; ///< fits that failed
    std::uint64_t predictions = 0;
    double seconds = 0.0; ///< total time of the fits
};
/// All series, sorted by dataset and learner. One pass over the fits, O(series) memory.
std::vector<StoredSeries> stored_series(const std::string& path);

/// A failed fit.
struct StoredFailure {
    std::string data;
    std::string learner;
    std::string key;  ///< digest of the fit
    std::string code; ///< as in Failure
    std::string text;
};
/// All failed fits.
std::vector<StoredFailure> stored_failures(const std::string& path);

/// What merge_stores() did: numbers of fits.
struct MergeReport {
    std::uint64_t added = 0;  ///< fits that `out` did not have
    std::uint64_t known = 0;  ///< fits that `out` had with the same result
    std::uint64_t united = 0; ///< fits that `out` had, and that now have more rows or predictions instead of a failure
};

/// Adds the content of the stores `parts` to the store `out`, which is made if it does not exist. A second merge changes nothing, and the
/// order of the parts does not change the exports. Throws StoreError if two results of one fit disagree.
MergeReport merge_stores(const std::string& out, std::span<const std::string> parts);

/// Writes all fits as CSV, sorted by key, without times and texts of failures.
void export_fits(const std::string& path, const Write& write);
/// Writes all predictions as CSV, sorted by key and row: truth, predicted label or value, scores by class.
void export_predictions(const std::string& path, const Write& write);

/// The faults of a store, one line each; empty if it is intact. Reads the whole store.
std::vector<std::string> check_store(const std::string& path);

/// Which fits to remove: those that match every field that is set. At least one must be set.
struct ForgetWhat {
    std::string data{};    ///< the name of a dataset
    std::string learner{}; ///< canonical spec
    bool failures = false; ///< only failed fits
};
/// Removes the fits and returns their number. Throws InputError if no field is set.
std::uint64_t forget_fits(const std::string& path, const ForgetWhat& what);

} // namespace unseen
