// The store in a file: one SQLite database (docs/STORE.md describes it), for any number of experiments.
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

/// An experiment that filled a store.
struct StoredExperiment {
    std::string name;
    std::string folder; ///< what its paths are relative to
    std::uint64_t seed = 1;
    std::string text;
};

/// A store in a file. put() hands the fit to a writer, which commits several together, at the latest a tenth of a second later; what flush()
/// or committed() has confirmed survives a killed process, a full disk and a power cut.
class StoreFile : public Store {
public:
    /// Fits committed since it was opened.
    virtual std::uint64_t committed() const = 0;
    /// Keeps the text of an experiment, so that its questions can be asked again, in place of what was kept of the same name, folder and seed.
    virtual void keep_experiment(const StoredExperiment& experiment) = 0;
};

/// Opens the store for reading and writing, and makes it if it is not there. Throws IoError if it cannot be opened, is no store, is damaged,
/// comes from another version, or another process has it open so (the message names it).
std::unique_ptr<StoreFile> open_store(const std::string& path);

/// Opens a store that is there for find() alone; others may be writing it. Throws IoError as open_store() does.
std::unique_ptr<Store> read_store(const std::string& path);

/// True if the file begins as a store does.
bool is_store(const std::string& path);

/// In the order of their names.
std::vector<StoredExperiment> stored_experiments(const std::string& path);

/// One learner on one dataset.
struct StoredSeries {
    std::string data;
    std::string learner;
    int version = 1;
    std::uint64_t fits = 0;
    std::uint64_t failures = 0; ///< of them
    std::uint64_t predictions = 0;
    double seconds = 0.0;
};
/// Ordered by dataset and learner. One pass over the fits, O(series) memory.
std::vector<StoredSeries> stored_series(const std::string& path);

/// A failed fit.
struct StoredFailure {
    std::string data;
    std::string learner;
    std::string key;
    std::string code;
    std::string text;
};
std::vector<StoredFailure> stored_failures(const std::string& path);

/// What a merge did.
struct MergeReport {
    std::uint64_t added = 0;
    std::uint64_t known = 0;  ///< there with the same answer
    std::uint64_t united = 0; ///< there, and now with more rows or instead of a failure
};

/// Adds everything that `parts` hold to the store `out`, which is made if it is not there. Merging again changes nothing, and any order gives
/// the same exports. Throws StoreError if two answers to one fit disagree.
MergeReport merge_stores(const std::string& out, std::span<const std::string> parts);

/// All fits as CSV, ordered by key, without times and texts of failures.
void export_fits(const std::string& path, const Write& write);
/// All predictions as CSV, ordered by key and row: truth, predicted label or value, scores by class.
void export_predictions(const std::string& path, const Write& write);

/// What is wrong with a store, one line a fault; empty if it is whole. Reads everything.
std::vector<std::string> check_store(const std::string& path);

/// Which fits to forget; what is given must apply, and something must be given.
struct ForgetWhat {
    std::string data{};    ///< name of a dataset
    std::string learner{}; ///< canonical spec
    bool failures = false; ///< failed fits only
};
/// Removes the fits; returns how many.
std::uint64_t forget_fits(const std::string& path, const ForgetWhat& what);

} // namespace unseen
