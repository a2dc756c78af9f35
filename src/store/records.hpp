// Private: the rows of a store, as its writer, its readers and a merge see them.
#pragma once

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
    std::uint64_t rows = 0; ///< labelled
    std::string truth;      ///< packed labels or numbers of the labelled rows
    std::vector<std::string> classes;
    /// The rows of a test file, which are numbered from `first`; none: 0 rows.
    struct Test {
        std::uint64_t first = 0;
        std::uint64_t rows = 0;
        std::string truth{};
    } test{};
};

DataRecord record_of(const Dataset& data, const std::string& name);

/// The dataset as far as the store knows it: its rows, numbered as they were, with the response alone.
Dataset responses_of(const DataRecord& data);

/// A fit. `data` and `learner` are ids of the database that it is in.
struct FitRecord {
    Digest key;
    std::int64_t data = 0;
    std::int64_t learner = 0;
    Digest training;
    std::uint64_t training_rows = 0;
    std::uint64_t seed = 0;
    double seconds = 0.0;
    std::int64_t predicted = 0; ///< rows; 0 for a failure
    std::variant<PackedPredictions, Failure> result;
};

/// Ids by content, if they are there.
std::optional<std::int64_t> find_data(Database& db, const Digest& digest);
std::optional<std::int64_t> find_learner(Database& db, const std::string& spec, int version);
/// The same; what is not there is added. Of two names of one dataset the first in order stays.
std::int64_t put_data(Database& db, const DataRecord& data);
std::int64_t put_learner(Database& db, const std::string& spec, int version);
/// The plan as it is written down: with keys for the columns in roles that its splits or their figures go by, and that no store holds, so that
/// the same rows may be split by several of them.
Spec with_roles(const Spec& plan, const Dataset& data);

/// The key of such a role in a plan that was written down; empty if there is none.
std::string role_of(const Spec& plan);

void put_plan(Database& db, std::int64_t data, const std::string& spec, std::int64_t seed, std::int64_t splits);
void put_experiment(Database& db, const StoredExperiment& experiment);

/// All datasets with their ids.
std::vector<std::pair<std::int64_t, DataRecord>> all_data(Database& db);

/// Reads fits.
class FitReader {
public:
    explicit FitReader(Database& db);
    std::optional<FitRecord> find(const Digest& key);

    /// Rows of `SELECT` statements that begin with these columns and tables.
    static const std::string select;
    static FitRecord take(const Statement& row);

private:
    Statement find_;
};

/// Writes fits, within a transaction of the caller's.
class FitWriter {
public:
    explicit FitWriter(Database& db);
    enum class Done { added, known, united };
    /// Adds the fit, or unites it with the one that is there. Throws StoreError if they disagree.
    Done put(const FitRecord& fit);

private:
    Done unite_with_stored(const FitRecord& fit);
    void put_result(std::int64_t id, const FitRecord& fit);

    Database& db_;
    FitReader reader_;
    Statement insert_;
    Statement predictions_;
    Statement failure_;
    Statement id_of_;
    Statement update_;
    Statement drop_predictions_;
    Statement drop_failure_;
};

} // namespace unseen
