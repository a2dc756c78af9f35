#include "store/damage.hpp"
#include "store/experiments.hpp"
#include "store/faults.hpp"
#include "store/lock_file.hpp"
#include "store/schema.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/file_to_write.hpp"
#include "unseen/store/store_file.hpp"

#include <array>
#include <filesystem>
#include <functional>
#include <unistd.h>

namespace unseen {

namespace {

namespace fs = std::filesystem;

/// A temporary file beside a store.
struct BesideStore {
    std::string path;

    ~BesideStore()
    {
        std::error_code none;
        for (const char* end : {"", "-wal", "-shm"}) fs::remove(path + end, none);
    }
};

/// Replaces a store by the one that `fill` makes. The old one stays until the new one is complete and on the
/// disk.
void replace_store(const std::string& name, const std::function<void(const std::string& fresh)>& fill)
{
    const auto path = file_to_write(name).path;
    const LockFile lock(path);
    {
        // The content of the log goes into the file, so that no log of the old store is left beside the new
        // one.
        Database old(path, Database::Access::write);
        auto moved = old.prepare("PRAGMA wal_checkpoint(TRUNCATE)");
        if (moved.step() && moved.integer(0) != 0)
            throw StoreError(path + ": is being read by another program; try again when it has ended");
    }
    const BesideStore fresh{path + ".new-" + std::to_string(getpid())};
    fill(fresh.path);
    std::error_code error;
    fs::permissions(fresh.path, fs::status(path).permissions(), error);
    for (const char* end : {"-wal", "-shm"}) fs::remove(path + end, error);
    fs::rename(fresh.path, path, error);
    if (error) throw IoError(path + ": cannot be replaced: " + error.message());
}

/// Copies a store of version 1, in which only predictions had a digest.
void copy_version_1(Database& db, const std::string& from)
{
    auto attach = db.prepare("ATTACH ?1 AS old");
    attach.bind_text(1, from).run();
    const bool with_tests =
        db.integer("SELECT count(*) FROM old.sqlite_master WHERE name = 'test_truth'") > 0;
    const auto test = [&](const std::string& column, const std::string& none) {
        return with_tests
                   ? "coalesce((SELECT " + column + " FROM old.test_truth WHERE data = d.id), " + none + ")"
                   : none;
    };
    Transaction transaction(db);
    db.execute("INSERT INTO data SELECT id, digest, name, response, (SELECT count(*) FROM old.class WHERE "
               "data = d.id), rows, truth, " +
               test("first", "0") + ", " + test("rows", "0") + ", " + test("truth", "x''") +
               ", 0 FROM old.data d");
    db.execute("INSERT INTO class SELECT data, code, label, 0 FROM old.class");
    db.execute("INSERT INTO learner SELECT id, spec, version, 0 FROM old.learner");
    db.execute("INSERT INTO plan(data, spec, seed, splits, training, row_digest) SELECT data, spec, seed, "
               "splits, x'', 0 FROM old.plan");
    db.execute("INSERT INTO fit SELECT id, key, data, learner, training, training_rows, seed, predicted, "
               "seconds, 0 FROM old.fit");
    db.execute("INSERT INTO failure SELECT fit, code, text, 0 FROM old.failure");
    for (const auto& table : store_tables)
        db.execute("UPDATE " + std::string(table.name) + " SET row_digest = " + table.digest);
    // Damaged predictions keep a digest that is wrong.
    db.execute("INSERT INTO prediction SELECT fit, rows, label, scores, value, complexity, " +
               digest_sql("prediction") +
               " + (digest <> row_digest(rows, label, scores, value, complexity)) FROM old.prediction");
    transaction.commit();
    {
        Transaction again(db);
        auto row = db.prepare("SELECT name, folder, seed, text FROM old.experiment");
        while (row.step())
            put_experiment(db, {.name = row.text(0),
                                .folder = row.text(1),
                                .seed = static_cast<std::uint64_t>(row.integer(2)),
                                .text = row.text(3)});
        again.commit();
    }
    db.execute("DETACH old");
}

/// Copies a store of version 2, which had no names of learners outside of experiments.
void copy_version_2(const std::string& to, const std::string& from)
{
    fs::copy_file(from, to);
    Database db(to, Database::Access::write);
    make_version_3(db);
}

/// Removes records without fits.
void drop_unused(Database& db)
{
    for (const char* sql : {"DELETE FROM plan WHERE id NOT IN (SELECT plan FROM experiment_plan)",
                            "DELETE FROM learner WHERE id NOT IN (SELECT learner FROM fit UNION SELECT "
                            "learner FROM experiment_learner)",
                            "DELETE FROM data WHERE id NOT IN (SELECT data FROM fit UNION SELECT data FROM "
                            "experiment_learner UNION "
                            "SELECT data FROM plan)",
                            "DELETE FROM learner_name WHERE data NOT IN (SELECT id FROM data) OR learner NOT "
                            "IN (SELECT id FROM learner)",
                            "DELETE FROM class WHERE data NOT IN (SELECT id FROM data)"})
        db.execute(sql);
}

/// Removes the fits in the table `gone`; returns their number.
std::uint64_t drop_gone(Database& db)
{
    for (const char* table : {"prediction", "failure"})
        db.execute("DELETE FROM " + std::string(table) + " WHERE fit IN (SELECT fit FROM gone)");
    db.execute("DELETE FROM fit WHERE id IN (SELECT fit FROM gone)");
    return static_cast<std::uint64_t>(db.integer("SELECT count(*) FROM gone"));
}

} // namespace

std::vector<std::string> repair_store(const std::string& path)
{
    open_for_reading(path); // throws if it is not a store of this version
    MergeReport report;
    try {
        replace_store(path,
                      [&](const std::string& fresh) { report = merge_stores(fresh, std::array{path}); });
    } catch (const Unreadable&) {
        throw StoreError(
            path + ": cannot be repaired: the file is damaged where its data sets, classes or learners are");
    }
    return report.damaged;
}

std::vector<std::string> migrate_store(const std::string& path)
{
    const auto version = version_of(path);
    require(version >= 1 && version < store_version,
            path + ": is a store of version " + std::to_string(version) +
                (version == store_version ? ", which needs no migration" : "; expected an older one"));
    std::vector<std::string> damaged;
    replace_store(path, [&](const std::string& fresh) {
        const BesideStore copy{fresh + "-copy"};
        if (version == 1)
            copy_version_1(*open_for_writing(copy.path), path);
        else
            copy_version_2(copy.path, path);
        damaged = merge_stores(fresh, std::array{copy.path}).damaged;
        for (auto& text : damaged) text.replace(0, copy.path.size(), path);
    });
    return damaged;
}

std::uint64_t prune_store(const std::string& path)
{
    open_for_reading(path); // throws if the store does not exist
    const LockFile lock(path);
    const auto db = open_for_writing(path);
    std::uint64_t count = 0;
    {
        Transaction transaction(*db);
        const auto data = all_data(*db);
        const auto learners = all_learners(*db);
        const auto plans = all_plans(*db);
        std::vector<ExperimentFits> used;
        for (const auto& e : all_experiments(*db)) {
            require(e.content.known(), path + ": it is not recorded which fits the experiment '" +
                                           e.experiment.name +
                                           "' uses; run it again, or forget it with `unseen store forget`");
            used.emplace_back(e, data, learners, plans);
        }
        require(!used.empty(), path + ": has no experiments, so that nothing would be left; expected a store "
                                      "that `unseen run` filled");
        db->execute("CREATE TEMP TABLE gone(fit INTEGER PRIMARY KEY)");
        auto go = db->prepare("INSERT INTO gone VALUES(?1)");
        for (auto row = db->prepare("SELECT id, key, data, learner FROM fit"); row.step();) {
            const auto key = digest_of(row.blob(1));
            const auto holds = [&](const ExperimentFits& fits) {
                return fits.holds(key, row.integer(2), row.integer(3));
            };
            if (std::none_of(used.begin(), used.end(), holds)) go.bind(1, row.integer(0)).run();
        }
        count = drop_gone(*db);
        drop_unused(*db);
        transaction.commit();
    }
    db->execute("VACUUM");
    return count;
}

StoredExperiment forget_experiment(const std::string& path, const std::string& wanted)
{
    const auto meant = find_experiment(path, wanted);
    require(meant.has_value(), path + ": name one experiment, as `unseen store list` shows them");
    const LockFile lock(path);
    const auto db = open_for_writing(path);
    Transaction transaction(*db);
    for (const auto& e : all_experiments(*db))
        if (e.experiment.digest() == meant->digest()) drop_experiment(*db, e.id);
    transaction.commit();
    return *meant;
}

std::uint64_t forget_fits(const std::string& path, const ForgetWhat& what)
{
    require(!what.data.empty() || !what.learner.empty() || what.failures,
            "no fits are selected; expected a dataset, a learner or failures");
    open_for_reading(path); // throws if the store does not exist
    const LockFile lock(path);
    const auto db = open_for_writing(path);
    Transaction transaction(*db);
    std::string where = "WHERE 1";
    if (!what.data.empty())
        where +=
            " AND data IN (SELECT id FROM data WHERE name = ?1 OR substr(name, -1 - length(?1)) = '/' || ?1)";
    if (!what.learner.empty())
        where += " AND learner IN (SELECT id FROM learner WHERE spec = ?2 UNION "
                 "SELECT learner FROM experiment_learner WHERE name = ?2 UNION SELECT learner FROM "
                 "learner_name WHERE name = ?2)";
    if (what.failures) where += " AND id IN (SELECT fit FROM failure)";
    db->execute("CREATE TEMP TABLE gone(fit INTEGER PRIMARY KEY)");
    auto choose = db->prepare("INSERT INTO gone SELECT id FROM fit " + where);
    if (!what.data.empty()) choose.bind_text(1, what.data);
    if (!what.learner.empty()) choose.bind_text(2, what.learner);
    choose.run();
    const auto count = drop_gone(*db);
    if (count > 0) update_completeness(*db);
    transaction.commit();
    return count;
}

} // namespace unseen
