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

/// An experiment whose fits are in a store. Its text and seed identify it.
struct StoredExperiment {
    std::string name;
    std::string folder; ///< the folder that its paths are relative to
    std::uint64_t seed = 1;
    std::string text;         ///< the content of the experiment file
    std::int64_t started = 0; ///< microseconds from 1970 to the start of its last run
    bool complete = false;    ///< the store has all its fits

    /// The digest that identifies it.
    Digest digest() const;
};

/// A store in a file. put() passes the fit to a writer thread, which commits several together, after at most
/// a tenth of a second. Everything that flush() or committed() has confirmed survives a killed process, a
/// full disk and a power cut.
class StoreFile : public Store {
public:
    /// The number of fits committed since the store was opened.
    virtual std::uint64_t committed() const = 0;
    /// The number of requested fits that were damaged. find() does not return them; put() replaces them.
    virtual std::uint64_t damaged() const = 0;
    /// Keeps the text of an experiment, so that it can answer new questions. Series and plans that are named
    /// from now on belong to it. The store sets its start and completeness.
    virtual void begin_experiment(StoredExperiment experiment) = 0;
    /// Ends the experiment, which has requested all its fits. `whole` says that all of them were done or
    /// found; otherwise the store checks whether they exist. Flushes.
    virtual void end_experiment(bool whole) = 0;
};

/// Opens the store for reading and writing, and creates it if it does not exist. Throws IoError if the file
/// cannot be opened, is not a store, is damaged, has another format version, or is open for writing in
/// another process (the message names the process).
std::unique_ptr<StoreFile> open_store(const std::string& path);

/// Opens an existing store for find() only; another process may write to it. `experiment` is the one whose
/// versions of learners other_version() uses. Throws IoError as open_store() does.
std::unique_ptr<Store> read_store(const std::string& path, const std::optional<Digest>& experiment = {});

/// True if the file exists and begins like a store.
bool is_store(const std::string& path);

/// The experiments in a store, the one that was started last first. Throws IoError as read_store() does, as
/// all functions below.
std::vector<StoredExperiment> stored_experiments(const std::string& path);

/// The experiment that `wanted` names: by its name, the last part of its path, or the beginning of its
/// digest. If there are several, or if `wanted` is empty, it is the complete one that was started last or, if
/// none is complete, the one that was started last. `all` gives none, and so does an empty text for a store
/// without experiments. Throws InputError, which lists the experiments, if `wanted` matches none.
std::optional<StoredExperiment> find_experiment(const std::string& path, const std::string& wanted);

/// The fits of one learner on one dataset, in one experiment.
struct StoredSeries {
    std::optional<Digest> experiment{}; ///< none: no experiment uses the fits, as far as the store knows
    std::string data;
    std::string learner;
    std::string name{}; ///< of the learner in the experiment, or its spec
    int version = 1;
    std::uint64_t fits = 0;
    std::uint64_t failures = 0; ///< fits that failed
    std::uint64_t predictions = 0;
    double seconds = 0.0; ///< total time of the fits
};
/// All series, by experiment, sorted by dataset and the name of the learner. A fit that several experiments
/// use counts in each. One pass over the fits; memory: O(series), and 64 bytes for each fit of an experiment.
std::vector<StoredSeries> stored_series(const std::string& path);

/// A failed fit.
struct StoredFailure {
    std::string data;
    std::string learner;
    std::string name; ///< of the learner in an experiment, or its spec
    std::string key;  ///< digest of the fit
    std::string code; ///< as in Failure
    std::string text;
};
/// All failed fits.
std::vector<StoredFailure> stored_failures(const std::string& path);

/// What merge_stores() did: numbers of fits.
struct MergeReport {
    std::uint64_t added = 0; ///< fits that `out` did not have
    std::uint64_t known = 0; ///< fits that `out` had with the same result
    std::uint64_t united =
        0; ///< fits that `out` had, and that now have more rows or predictions instead of a failure
    std::vector<std::string> damaged{}; ///< the parts that were left out because they are damaged, with the
                                        ///< reasons
};

/// Adds the content of the stores `parts` to the store `out`, which is created if it does not exist. A second
/// merge changes nothing, and the order of the parts does not change the exports. Damaged content is left
/// out. Throws StoreError if two results of one fit disagree.
MergeReport merge_stores(const std::string& out, std::span<const std::string> parts);

/// Writes the fits of an experiment, or all fits, as CSV, sorted by key, without times and texts of failures.
/// Throws StoreError that names the fit if one is damaged.
void export_fits(const std::string& path, const Write& write, const std::optional<Digest>& experiment = {});
/// Writes the predictions of an experiment, or all predictions, as CSV, sorted by key and row: truth,
/// predicted label or value, scores by class.
void export_predictions(const std::string& path, const Write& write,
                        const std::optional<Digest>& experiment = {});

/// The faults of a store, one line each; empty if it is intact. Reads the whole store.
std::vector<std::string> check_store(const std::string& path);

/// Replaces the store by one without damaged content, and returns texts that describe what is left out. The
/// next runs of its experiments repeat these fits. If the process is killed meanwhile, the store stays as it
/// was. Throws StoreError if the store is in use, or if its data sets, classes or learners cannot be read.
std::vector<std::string> repair_store(const std::string& path);

/// Replaces a store of an older version by one of this version with all its fits, in the same way, and
/// returns what is left out because it is damaged. Throws InputError if there is nothing to do.
std::vector<std::string> migrate_store(const std::string& path);

/// Removes the fits that no experiment uses, with the data sets, learners and plans that are then without
/// fits, and gives the space back. Returns the number of fits. Throws InputError if the store has no
/// experiments, or if it is not recorded which fits one of them uses.
std::uint64_t prune_store(const std::string& path);

/// Removes an experiment, but none of its fits, and returns it. Throws InputError as find_experiment() does.
StoredExperiment forget_experiment(const std::string& path, const std::string& wanted);

/// The fits to remove: those that match every field that is set. At least one field must be set.
struct ForgetWhat {
    std::string data{};    ///< the name of a dataset, or its base name
    std::string learner{}; ///< canonical spec, or its name in an experiment
    bool failures = false; ///< only failed fits
};
/// Removes the fits and returns their number. Throws InputError if no field is set.
std::uint64_t forget_fits(const std::string& path, const ForgetWhat& what);

} // namespace unseen
