// Private: the tables of a store (docs/STORE.md); opens stores.
#pragma once

#include "store/sqlite.hpp"

#include <array>
#include <memory>
#include <string>

namespace unseen {

/// A table whose rows end with a digest of their other cells, so that damage is detected.
struct StoreTable {
    const char* name;
    const char* what;   ///< a row, in messages
    const char* digest; ///< the digest of a row, as SQL
};

/// The version of the tables, which stores carry.
inline constexpr std::int64_t store_version = 3;

inline constexpr std::array<StoreTable, 11> store_tables{{
    {"data", "data set",
     "row_digest(digest, name, response, classes, rows, truth, test_first, test_rows, test_truth)"},
    {"class", "class", "row_digest(data, code, label)"},
    {"learner", "learner", "row_digest(spec, version)"},
    {"plan", "plan", "row_digest(data, spec, seed, splits, training)"},
    {"fit", "fit", "row_digest(key, data, learner, training, training_rows, seed, predicted, seconds)"},
    {"prediction", "prediction",
     "row_digest((SELECT key FROM fit WHERE id = fit), rows, label, scores, value, complexity)"},
    {"failure", "failure", "row_digest((SELECT key FROM fit WHERE id = fit), code, text)"},
    {"experiment", "experiment", "row_digest(digest, name, folder, seed, text, started, complete)"},
    {"experiment_learner", "learner of an experiment", "row_digest(experiment, data, learner, name)"},
    {"learner_name", "name of a learner", "row_digest(data, learner, name)"},
    {"experiment_plan", "plan of an experiment", "row_digest(experiment, plan)"},
}};

/// The digest of a row of the table, as SQL.
std::string digest_sql(std::string_view table);
/// The condition that a row is intact.
std::string intact_sql(std::string_view table);
/// Rewrites the digests of the rows for which `where` holds.
void seal(Database& db, const std::string& table, const std::string& where);

/// Turns a store of version 2 into one of version 3.
void make_version_3(Database& db);
/// Opens a store for writing; makes the tables if the file is new. Throws IoError if the file is not a store,
/// is damaged or has another version.
std::unique_ptr<Database> open_for_writing(const std::string& path);
/// Opens an existing store for reading. Throws IoError as open_for_writing() does.
std::unique_ptr<Database> open_for_reading(const std::string& path);
/// The version of a store, which need not be that of this program. Throws IoError if the file is not a store.
std::int64_t version_of(const std::string& path);

} // namespace unseen
