#include "store/schema.hpp"

#include "unseen/base/error.hpp"
#include "unseen/store/store_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sys/stat.h>

namespace unseen {

namespace {

constexpr std::int64_t application_id = 0x756e7365; // "unse"
constexpr std::int64_t store_version = 1;

// Rows are appended in the order in which fits are done; only the index on the key is filled in random order. Predictions have their own
// table, so that counting fits does not read them.
constexpr const char* schema = R"(
CREATE TABLE data(id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, name TEXT NOT NULL, response TEXT NOT NULL, rows INTEGER NOT NULL,
                  truth BLOB NOT NULL) STRICT;
CREATE TABLE class(data INTEGER NOT NULL REFERENCES data, code INTEGER NOT NULL, label TEXT NOT NULL, PRIMARY KEY(data, code)) STRICT, WITHOUT ROWID;
CREATE TABLE learner(id INTEGER PRIMARY KEY, spec TEXT NOT NULL, version INTEGER NOT NULL, UNIQUE(spec, version)) STRICT;
CREATE TABLE plan(data INTEGER NOT NULL REFERENCES data, spec TEXT NOT NULL, seed INTEGER NOT NULL, splits INTEGER NOT NULL,
                  PRIMARY KEY(data, spec, seed)) STRICT, WITHOUT ROWID;
CREATE TABLE fit(id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, data INTEGER NOT NULL REFERENCES data, learner INTEGER NOT NULL REFERENCES learner,
                 training BLOB NOT NULL, training_rows INTEGER NOT NULL, seed INTEGER NOT NULL, predicted INTEGER NOT NULL, seconds REAL NOT NULL) STRICT;
CREATE TABLE prediction(fit INTEGER PRIMARY KEY REFERENCES fit, rows BLOB NOT NULL, label BLOB, scores BLOB, value BLOB, complexity TEXT NOT NULL,
                        digest INTEGER NOT NULL) STRICT;
CREATE TABLE failure(fit INTEGER PRIMARY KEY REFERENCES fit, code TEXT NOT NULL, text TEXT NOT NULL) STRICT;
CREATE TABLE experiment(name TEXT NOT NULL, folder TEXT NOT NULL, seed INTEGER NOT NULL, text TEXT NOT NULL,
                        PRIMARY KEY(name, folder, seed)) STRICT, WITHOUT ROWID;
)";

// Older stores do not have this table; readers must work without it.
constexpr const char* later_schema = R"(
CREATE TABLE IF NOT EXISTS test_truth(data INTEGER PRIMARY KEY REFERENCES data, first INTEGER NOT NULL, rows INTEGER NOT NULL,
                                      truth BLOB NOT NULL) STRICT;
)";

void check_version(Database& db)
{
    const auto id = db.integer("PRAGMA application_id");
    const auto version = db.integer("PRAGMA user_version");
    if (id != application_id)
        throw StoreError(db.path() + ": is a database, but not a store; expected a file made by `unseen run --store`");
    if (version != store_version)
        throw StoreError(db.path() + ": is a store of version " + std::to_string(version) +
                         "; this program reads and writes version " + std::to_string(store_version) +
                         (version > store_version ? "; use a newer program" : ""));
}

bool fresh(Database& db)
{
    return db.integer("SELECT count(*) FROM sqlite_master") == 0 && db.integer("PRAGMA application_id") == 0;
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
    try {
        auto db = std::make_unique<Database>(path, Database::Access::create);
        if (fresh(*db)) {
            db->execute("PRAGMA page_size = 8192");
            db->execute("PRAGMA journal_mode = WAL");
            Transaction transaction(*db);
            if (fresh(*db)) {
                db->execute(schema);
                db->execute("PRAGMA application_id = " + std::to_string(application_id));
                db->execute("PRAGMA user_version = " + std::to_string(store_version));
            }
            transaction.commit();
        }
        check_version(*db);
        db->execute(later_schema);
        // Every commit is on the disk before it is reported. Commits are rare, so this costs little.
        db->execute("PRAGMA synchronous = FULL");
        // The pages of the index are written many times. Copying them back rarely makes many fits cheap.
        db->execute("PRAGMA wal_autocheckpoint = 8192");
        db->execute("PRAGMA journal_size_limit = 67108864");
        db->execute("PRAGMA cache_size = -16384");
        return db;
    } catch (const StoreError& e) {
        throw IoError(e.what());
    }
}

std::unique_ptr<Database> open_for_reading(const std::string& path)
{
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) throw IoError(path + ": cannot be opened: " + std::strerror(errno));
    if (!is_store(path)) throw IoError(path + ": is not a store; expected a file made by `unseen run --store`");
    try {
        auto db = std::make_unique<Database>(path, Database::Access::read);
        check_version(*db);
        db->execute("PRAGMA cache_size = -16384");
        return db;
    } catch (const StoreError& e) {
        throw IoError(e.what());
    }
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
