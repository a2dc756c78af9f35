// Private: the records of a store, for its writer, its readers and a merge.
#pragma once

#include "store/damage.hpp"
#include "store/packed_columns.hpp"
#include "store/sqlite.hpp"

#include "unseen/store/store_file.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace unseen {

/// A dataset, without its id.
struct DataRecord {
    Digest digest;
    std::string name;
    std::string response;
    std::uint64_t rows = 0; ///< number of labelled rows
    std::string truth;      ///< packed labels or numbers of the labelled rows
    std::vector<std::string> classes;
    /// The rows of a test file, which are numbered from `first` on.
    struct Test {
        std::uint64_t first = 0;
        std::uint64_t rows = 0;
        std::string truth{};
    } test{};
};

DataRecord record_of(const Dataset& data, const std::string& name);

/// The dataset as stored: the rows with their numbers and responses, without features. `positive`: of a
/// plan (take_positive()), if it matters. Throws Damaged if the record is not a dataset.
Dataset responses_of(const DataRecord& data, const std::string& positive = {});

/// A fit. `data` and `learner` are ids in its database.
struct FitRecord {
    Digest key;
    std::int64_t data = 0;
    std::int64_t learner = 0;
    std::uint64_t classes = 0; ///< of the response; 0: numbers
    Digest training;
    std::uint64_t training_rows = 0;
    std::uint64_t seed = 0;
    double seconds = 0.0;
    std::int64_t predicted = 0; ///< number of predicted rows; 0 for a failure
    std::variant<PackedPredictions, Failure> result;
};

/// The predictions of a fit without a failure. Throws Damaged if they do not suit its record.
RowPredictions unpack(const FitRecord& fit);

/// The id of a dataset or learner, if the store has it.
std::optional<std::int64_t> find_data(Database& db, const Digest& digest);
std::optional<std::int64_t> find_learner(Database& db, const std::string& spec, int version);
/// The same, but adds the record if the store does not have it, and rewrites it if it is damaged. Of two
/// names of a dataset the smaller in bytewise order is kept.
std::int64_t put_data(Database& db, const DataRecord& data);
std::int64_t put_learner(Database& db, const std::string& spec, int version);

/// The plan as a store records it, with a key for each column whose role affects the splits or their figures,
/// because the store does not have these columns, and other columns would give other splits.
Spec with_roles(const Spec& plan, const Dataset& data);
/// Takes the key of the positive class out of a recorded plan; empty if it has none.
std::string take_positive(Spec& plan);
/// The role in such a key of a recorded plan; empty if it has none.
std::string role_of(const Spec& plan);

/// A plan that was run, and its id and that of its dataset.
struct PlanRecord {
    std::int64_t id = 0;
    std::int64_t data = 0;
    std::string spec;
    std::uint64_t seed = 1;
    std::uint64_t splits = 0;
    std::vector<Digest>
        training{}; ///< the training multiset of each split; empty as long as no run has seen all of them
};
/// Adds the plan, or its training multisets, if the store does not have them; returns its id.
std::int64_t put_plan(Database& db, const PlanRecord& plan);
std::vector<PlanRecord> all_plans(Database& db);

/// All datasets with their ids. Throws Damaged at a damaged one, unless `damaged` takes its name.
std::vector<std::pair<std::int64_t, DataRecord>> all_data(Database& db,
                                                          std::vector<std::string>* damaged = nullptr);

/// A learner, with its id.
struct LearnerRecord {
    std::int64_t id = 0;
    std::string spec;
    int version = 1;
};
/// All learners that are not damaged, sorted by spec and version.
std::vector<LearnerRecord> all_learners(Database& db);

/// A description of a fit: its learner, dataset and split, as far as the store knows them.
std::string describe(Database& db, const Digest& key);
/// The message that the fit with this description is damaged, and what to do.
std::string damaged_text(const std::string& path, const std::string& description);

/// Reads fits.
class FitReader {
public:
    explicit FitReader(Database& db);
    /// Throws Damaged, with a message that names the fit, if it is damaged.
    std::optional<FitRecord> find(const Digest& key);

    /// The start of SELECT statements, with the columns and tables that take() expects. The first column is
    /// the id.
    static const std::string select;
    /// Throws Damaged if the fit is not intact.
    static FitRecord take(const Statement& row);

private:
    Statement find_;
};

/// Writes fits within a transaction of the caller.
class FitWriter {
public:
    explicit FitWriter(Database& db);
    enum class Done { added, known, united };
    /// Adds the fit, or unites it with the stored one. A damaged stored fit is replaced. Throws StoreError if
    /// they disagree.
    Done put(const FitRecord& fit);

private:
    Done unite_with_stored(const FitRecord& fit);
    void insert(const FitRecord& fit);

    Database& db_;
    FitReader reader_;
    Statement insert_;
    Statement predictions_;
    Statement failure_;
    Statement id_of_;
    Statement drop_fit_;
    Statement drop_predictions_;
    Statement drop_failure_;
};

} // namespace unseen
