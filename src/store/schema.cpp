#include "store/schema.hpp"

#include "store/damage.hpp"
#include "unseen/base/error.hpp"
#include "unseen/store/store_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sys/stat.h>

namespace unseen {

namespace {

constexpr std::int64_t application_id = 0x756e7365; // "unse"

// Rows are appended in the order in which fits are done; only the index on the key is filled in random order.
// Predictions have their own table, so that counting fits does not read them.
constexpr const char* schema = R"(
CREATE TABLE data(id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, name TEXT NOT NULL, response TEXT NOT NULL, classes INTEGER NOT NULL,
                  rows INTEGER NOT NULL, truth BLOB NOT NULL, test_first INTEGER NOT NULL, test_rows INTEGER NOT NULL, test_truth BLOB NOT NULL,
                  row_digest INTEGER NOT NULL) STRICT;
CREATE TABLE class(data INTEGER NOT NULL REFERENCES data, code INTEGER NOT NULL, label TEXT NOT NULL, row_digest INTEGER NOT NULL,
                   PRIMARY KEY(data, code)) STRICT, WITHOUT ROWID;
CREATE TABLE learner(id INTEGER PRIMARY KEY, spec TEXT NOT NULL, version INTEGER NOT NULL, row_digest INTEGER NOT NULL, UNIQUE(spec, version)) STRICT;
CREATE TABLE plan(id INTEGER PRIMARY KEY, data INTEGER NOT NULL REFERENCES data, spec TEXT NOT NULL, seed INTEGER NOT NULL, splits INTEGER NOT NULL,
                  training BLOB NOT NULL, row_digest INTEGER NOT NULL, UNIQUE(data, spec, seed)) STRICT;
CREATE TABLE fit(id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, data INTEGER NOT NULL REFERENCES data, learner INTEGER NOT NULL REFERENCES learner,
                 training BLOB NOT NULL, training_rows INTEGER NOT NULL, seed INTEGER NOT NULL, predicted INTEGER NOT NULL, seconds REAL NOT NULL,
                 row_digest INTEGER NOT NULL) STRICT;
CREATE TABLE prediction(fit INTEGER PRIMARY KEY REFERENCES fit, rows BLOB NOT NULL, label BLOB, scores BLOB, value BLOB, complexity TEXT NOT NULL,
                        row_digest INTEGER NOT NULL) STRICT;
CREATE TABLE failure(fit INTEGER PRIMARY KEY REFERENCES fit, code TEXT NOT NULL, text TEXT NOT NULL, row_digest INTEGER NOT NULL) STRICT;
CREATE TABLE experiment(id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, name TEXT NOT NULL, folder TEXT NOT NULL, seed INTEGER NOT NULL,
                        text TEXT NOT NULL, started INTEGER NOT NULL, complete INTEGER NOT NULL, row_digest INTEGER NOT NULL) STRICT;
CREATE TABLE experiment_learner(experiment INTEGER NOT NULL REFERENCES experiment, data INTEGER NOT NULL REFERENCES data,
                                learner INTEGER NOT NULL REFERENCES learner, name TEXT NOT NULL, row_digest INTEGER NOT NULL,
                                PRIMARY KEY(experiment, data, learner)) STRICT, WITHOUT ROWID;
CREATE TABLE experiment_plan(experiment INTEGER NOT NULL REFERENCES experiment, plan INTEGER NOT NULL REFERENCES plan, row_digest INTEGER NOT NULL,
                             PRIMARY KEY(experiment, plan)) STRICT, WITHOUT ROWID;
)";
constexpr const char* schema_since_3 = R"(
CREATE TABLE learner_name(data INTEGER NOT NULL REFERENCES data, learner INTEGER NOT NULL REFERENCES learner, name TEXT NOT NULL,
                          row_digest INTEGER NOT NULL, PRIMARY KEY(data, learner)) STRICT, WITHOUT ROWID;
)";

void check_application(Database& db)
{
    if (db.integer("PRAGMA application_id") != application_id)
        throw StoreError(db.path() +
                         ": is a database, but not a store; expected a file made by `unseen run --store`");
}

void check_version(Database& db)
{
    check_application(db);
    const auto version = db.integer("PRAGMA user_version");
    if (version == store_version) return;
    const std::string text = db.path() + ": is a store of version " + std::to_string(version) +
                             "; this program reads and writes version " + std::to_string(store_version);
    throw StoreError(text + (version > store_version ? "; use a newer program"
                                                     : "; `unseen store migrate " + db.path() +
                                                           "` makes one of it, with all its fits"));
}

bool fresh(Database& db)
{
    return db.integer("SELECT count(*) FROM sqlite_master") == 0 && db.integer("PRAGMA application_id") == 0;
}

} // namespace

std::string digest_sql(std::string_view table)
{
    return std::find_if(store_tables.begin(), store_tables.end(),
                        [&](const auto& t) { return t.name == table; })
        ->digest;
}

std::string intact_sql(std::string_view table) { return "row_digest = " + digest_sql(table); }

void seal(Database& db, const std::string& table, const std::string& where)
{
    db.execute("UPDATE " + table + " SET row_digest = " + digest_sql(table) + " WHERE " + where);
}

void make_version_3(Database& db)
{
    db.execute(schema_since_3);
    db.execute("PRAGMA user_version = 3");
    static_assert(store_version == 3);
}

namespace {

/// The result of `open`. A failure is attributed to the path that the user named, unless the disk is full.
template <class Open>
auto opened(Open&& open)
{
    try {
        return open();
    } catch (const FullDisk&) {
        throw;
    } catch (const StoreError& e) {
        throw IoError(e.what());
    }
}

} // namespace

std::unique_ptr<Database> open_for_writing(const std::string& path)
{
    struct stat status {};
    if (stat(path.c_str(), &status) == 0) {
        if (S_ISDIR(status.st_mode)) throw IoError(path + ": is a folder; expected a store");
        if ((status.st_mode & 0222) == 0) throw IoError(path + ": is read-only (by its mode)");
        if (status.st_size > 0 && !is_store(path))
            throw IoError(path + ": is not a store; expected a file made by `unseen run --store`");
    }
    return opened([&] {
        auto db = std::make_unique<Database>(path, Database::Access::create);
        if (fresh(*db)) {
            db->execute("PRAGMA page_size = 8192");
            db->execute("PRAGMA journal_mode = WAL");
            Transaction transaction(*db);
            if (fresh(*db)) {
                db->execute(schema);
                db->execute("PRAGMA application_id = " + std::to_string(application_id));
                make_version_3(*db);
            }
            transaction.commit();
        }
        check_version(*db);
        // Every commit is on the disk before it is reported. Commits are rare, so this costs little.
        db->execute("PRAGMA synchronous = FULL");
        // The pages of the index are written many times. Copying them back rarely makes many fits cheap.
        db->execute("PRAGMA wal_autocheckpoint = 8192");
        db->execute("PRAGMA journal_size_limit = 67108864");
        db->execute("PRAGMA cache_size = -16384");
        return db;
    });
}

std::unique_ptr<Database> open_for_reading(const std::string& path)
{
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) throw IoError(path + ": cannot be opened: " + std::strerror(errno));
    if (!is_store(path))
        throw IoError(path + ": is not a store; expected a file made by `unseen run --store`");
    return opened([&] {
        auto db = std::make_unique<Database>(path, Database::Access::read);
        check_version(*db);
        db->execute("PRAGMA cache_size = -16384");
        return db;
    });
}

std::int64_t version_of(const std::string& path)
{
    if (!is_store(path))
        throw IoError(path + ": is not a store; expected a file made by `unseen run --store`");
    return opened([&] {
        Database db(path, Database::Access::read);
        check_application(db);
        return db.integer("PRAGMA user_version");
    });
}

bool is_store(const std::string& path)
{
    constexpr std::string_view magic{"SQLite format 3\0", 16};
    struct stat status {};
    if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return false; // do not read from a pipe: what is read is lost
    std::ifstream file(path, std::ios::binary);
    std::string head(magic.size(), ' ');
    return file.read(head.data(), static_cast<std::streamsize>(head.size())) && head == magic;
}

} // namespace unseen
