// The store in a file: errors, merging, forgetting, checking.
#include "unseen/store/store_file.hpp"

#include "support/messages.hpp"
#include "support/small_learners.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sqlite3.h>
#include <sstream>
#include <sys/stat.h>

namespace unseen {
namespace {

using test::message_of;

/// Runs SQL on a file that nobody has open.
void sql(const std::string& path, const std::string& text)
{
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(db, text.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
    sqlite3_close(db);
}

struct Content {
    std::string learner = "some";
    std::uint64_t training = 1;
    std::vector<Row> rows = {1, 2};
    std::vector<double> scores = {0.5, 0.25};
    std::string failure{};
};

void put(Store& store, const Content& content)
{
    static const Dataset data = test::two_classes(40);
    const auto series =
        store.series({.data_name = "two", .data = data, .learner = Spec(content.learner), .version = 1});
    const Digest training{0, content.training};
    StoredFit fit{.result = Failure{OwnCode{content.failure}, ""}, .seconds = 1.0};
    if (content.failure.empty()) {
        Predictions p;
        for (const double s : content.scores) {
            p.scores.insert(p.scores.end(), {s, 1.0 - s});
            p.label.push_back(s < 0.5 ? 1 : 0);
        }
        fit.result = p;
    }
    store.put({.digest = fit_digest(data.learning_digest(), content.learner, 1, training, 0),
               .series = series,
               .training = training,
               .training_rows = 36},
              content.rows, fit);
}

class StoreFiles : public testing::Test {
protected:
    std::string filled(const std::string& name, const std::vector<Content>& contents)
    {
        const auto path = folder_.path(name);
        const auto store = open_store(path);
        for (const auto& content : contents) put(*store, content);
        store->flush();
        EXPECT_EQ(store->committed(), contents.size());
        return path;
    }
    std::string merged(const std::vector<std::string>& parts)
    {
        const auto path = folder_.path("merged" + std::to_string(++merges_));
        merge_stores(path, parts);
        return path;
    }
    static std::string exported(const std::string& path)
    {
        std::string text;
        const Write write = [&](std::string_view part) { text += part; };
        export_fits(path, write);
        export_predictions(path, write);
        return text;
    }
    test::TemporaryFolder folder_;
    int merges_ = 0;
};

TEST_F(StoreFiles, RefuseWhatIsNoStore)
{
    const auto text = folder_.write("text", "a,b\n1,2\n");
    const auto other = folder_.path("other.db");
    sql(other, "CREATE TABLE t(x); INSERT INTO t VALUES(1)");
    for (const auto& path : {text, other}) {
        EXPECT_NE(message_of<IoError>([&] { open_store(path); }).find(path + ": is "), std::string::npos);
        EXPECT_NE(message_of<IoError>([&] {
                      read_store(path);
                  }).find("expected a file made by `unseen run --store`"),
                  std::string::npos);
    }
    EXPECT_NE(
        message_of<IoError>([&] { read_store(folder_.path("none")); }).find("cannot be opened: No such file"),
        std::string::npos);
    EXPECT_NE(message_of<IoError>([&] { open_store(folder_.path("no/such")); }).find("cannot be written"),
              std::string::npos);
    EXPECT_NE(message_of<IoError>([&] { open_store(folder_.path("")); }).find("is a folder"),
              std::string::npos);
}

TEST_F(StoreFiles, RefuseAnotherVersionAndSayTheWayOut)
{
    const auto path = filled("s", {{}});
    sql(path, "PRAGMA user_version = 1");
    const auto message = message_of<IoError>([&] { open_store(path); });
    EXPECT_NE(message.find(
                  "is a store of version 1; this program reads and writes version 3; `unseen store migrate " +
                  path + "`"),
              std::string::npos)
        << message;
    sql(path, "PRAGMA user_version = 4");
    EXPECT_NE(message_of<IoError>([&] { read_store(path); }).find("use a newer program"), std::string::npos);
    EXPECT_NE(message_of([&] { migrate_store(path); }).find("is a store of version 4; expected an older one"),
              std::string::npos);
}

TEST_F(StoreFiles, OfVersionOneMigrateWithAllTheirFits)
{
    std::ostringstream dump;
    dump << std::ifstream(UNSEEN_SOURCE_DIR "/tests/store/version_1.sql").rdbuf();
    for (const bool early : {false, true}) { // the first stores had no rows of test files
        const auto path = folder_.path(early ? "early" : "old");
        sql(path, dump.str());
        if (early) sql(path, "DROP TABLE test_truth");
        EXPECT_TRUE(migrate_store(path).empty());
        EXPECT_TRUE(check_store(path).empty()) << check_store(path)[0];
        // As the program of version 1 exported it.
        std::string fits;
        export_fits(path, [&](std::string_view part) { fits += part; });
        EXPECT_EQ(Hasher().add(fits).finish().hex(), "b9523f7a968b06d3ca903e7b22cbd8d2");
        std::string predictions;
        export_predictions(path, [&](std::string_view part) { predictions += part; });
        if (!early) {
            EXPECT_EQ(Hasher().add(predictions).finish().hex(), "0730c1e4c6633b47c9c821debac7e01f");
        }
        ASSERT_EQ(stored_experiments(path).size(), 1u);
        EXPECT_EQ(stored_experiments(path)[0].name, "e.toml");
        EXPECT_NE(message_of([&] { migrate_store(path); }).find("needs no migration"), std::string::npos);
    }
    // What is damaged is left out.
    const auto path = folder_.path("damaged");
    sql(path, dump.str());
    sql(path, "UPDATE prediction SET scores = x'00' WHERE fit = 2");
    EXPECT_EQ(migrate_store(path).size(), 1u);
    EXPECT_TRUE(check_store(path).empty());
}

TEST_F(StoreFiles, OfVersionTwoMigrateWithAllTheirFits)
{
    const auto path = filled("s", {{}});
    std::string before;
    export_predictions(path, [&](std::string_view part) { before += part; });
    sql(path, "DROP TABLE learner_name; PRAGMA user_version = 2");
    EXPECT_TRUE(migrate_store(path).empty());
    EXPECT_TRUE(check_store(path).empty());
    std::string after;
    export_predictions(path, [&](std::string_view part) { after += part; });
    EXPECT_EQ(after, before);
}

TEST_F(StoreFiles, LeaveNothingBesideThemWhenTheyAreRead)
{
    const auto path = filled("s", {{}});
    stored_series(path);
    check_store(path);
    exported(path);
    read_store(path);
    for (const char* end : {"-wal", "-shm", ".lock"})
        EXPECT_FALSE(std::filesystem::exists(path + end)) << end;
    // Nor when a writer was killed: then what it had committed is in the log.
    {
        const auto store = open_store(path);
        put(*store, {.training = 2});
        store->flush();
        for (const char* end : {"", "-wal"})
            std::filesystem::copy_file(path + end, folder_.path("killed") + end);
    }
    EXPECT_EQ(stored_series(folder_.path("killed"))[0].fits, 2u);
    for (const char* end : {"-wal", "-shm"})
        EXPECT_FALSE(std::filesystem::exists(folder_.path("killed") + end)) << end;
}

TEST_F(StoreFiles, RefuseToWriteWhatMayOnlyBeRead)
{
    const auto path = filled("s", {{}});
    ASSERT_EQ(chmod(path.c_str(), 0444), 0);
    EXPECT_NE(message_of<IoError>([&] { open_store(path); }).find("is read-only"), std::string::npos);
    EXPECT_EQ(stored_series(path).size(), 1u);
    EXPECT_TRUE(check_store(path).empty());
}

TEST_F(StoreFiles, HaveOneWriter)
{
    const auto path = folder_.path("s");
    {
        const auto store = open_store(path);
        const auto message = message_of<IoError>([&] { open_store(path); });
        EXPECT_NE(message.find("is open for writing in process " + std::to_string(getpid())),
                  std::string::npos)
            << message;
        EXPECT_NO_THROW(read_store(path));
    }
    folder_.write("s.lock", "process 1 on another\n"); // left by one that was killed: nobody holds it
    EXPECT_NO_THROW(open_store(path));
}

TEST_F(StoreFiles, TellDamage)
{
    const auto path = filled("s", {{.training = 1}, {.training = 2}, {.training = 3, .failure = "timeout"}});
    EXPECT_TRUE(check_store(path).empty());
    const auto changed = [&](const std::string& change) {
        const auto copy = folder_.path("changed");
        std::ofstream(copy, std::ios::binary) << std::ifstream(path, std::ios::binary).rdbuf();
        sql(copy, change);
        const auto faults = check_store(copy);
        std::string all;
        for (const auto& fault : faults) all += fault + '\n';
        return all;
    };
    for (const char* change :
         {"UPDATE prediction SET scores = x'000003' WHERE fit = (SELECT min(fit) FROM prediction)",
          "DELETE FROM prediction WHERE fit = (SELECT max(fit) FROM prediction)",
          "UPDATE fit SET seed = 7 WHERE id = 1",
          "UPDATE fit SET predicted = 7 WHERE id = (SELECT min(fit) FROM prediction)",
          "UPDATE fit SET learner = 9 WHERE id = (SELECT min(fit) FROM prediction)",
          "UPDATE failure SET text = 'no'"})
        EXPECT_NE(changed(change).find("are damaged"), std::string::npos)
            << change << ": " << changed(change);
    EXPECT_NE(changed("UPDATE data SET truth = x'00'").find("data set 'two': it is damaged"),
              std::string::npos);
    EXPECT_NE(changed("DELETE FROM class").find("data set 'two': it is damaged"), std::string::npos);
    EXPECT_NE(changed("UPDATE learner SET spec = 'other'").find("learner 'other': it is damaged"),
              std::string::npos);
    EXPECT_NE(changed("DELETE FROM learner").find("refers to a missing row of table learner"),
              std::string::npos);

    // Bytes in the middle of the file.
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(8192 * 3);
    file << std::string(8192 * 4, 'x');
    file.close();
    EXPECT_FALSE(check_store(path).empty());
}

TEST_F(StoreFiles, MergeInAnyOrderToTheSame)
{
    const std::vector<std::string> parts = {
        filled("a",
               {{.training = 1}, {.learner = "other", .training = 2}, {.training = 5, .failure = "timeout"}}),
        filled("b", {{.training = 1, .rows = {2, 3}, .scores = {0.25, 1.0}},
                     {.training = 3},
                     {.training = 5, .failure = "threw"}}),
        filled("c", {{.training = 1, .rows = {1, 9}, .scores = {0.5 + 1e-12, 0.0}},
                     {.training = 3, .failure = "nan"}}),
    };
    std::vector<std::string> order = parts;
    const auto first = exported(merged(order));
    EXPECT_NE(first.find("failed:threw"), std::string::npos);
    EXPECT_EQ(first.find("failed:nan"), std::string::npos);
    while (std::next_permutation(order.begin(), order.end())) EXPECT_EQ(exported(merged(order)), first);
    EXPECT_EQ(exported(merged({parts[2], parts[1], parts[2], parts[0], parts[1]})), first);
    const auto all = merged(parts);
    const auto again = merge_stores(all, parts);
    EXPECT_EQ(again.added, 0u);
    EXPECT_EQ(again.united, 0u);
    EXPECT_EQ(again.known, 8u);
    EXPECT_TRUE(check_store(all).empty());
}

TEST_F(StoreFiles, RefuseToMergeTwoAnswersToOneFit)
{
    const auto a = filled("a", {{.training = 7}});
    const auto b = filled("b", {{.training = 6}, {.training = 7, .scores = {0.5, 0.75}}});
    const auto message = message_of<StoreError>([&] { merge_stores(a, std::vector{b}); });
    EXPECT_NE(message.find("the predictions of row 2 differ from the stored ones"), std::string::npos)
        << message;
    EXPECT_EQ(stored_series(a)[0].fits, 1u) << "nothing of a part that disagrees is merged";
    EXPECT_NE(message_of([&] { merge_stores(a, std::vector{a}); }).find("is both a part and the output"),
              std::string::npos);
}

TEST_F(StoreFiles, ForgetWhatIsNamed)
{
    const auto path = filled(
        "s", {{.training = 1}, {.training = 2, .failure = "timeout"}, {.learner = "other", .training = 1}});
    EXPECT_EQ(stored_failures(path).size(), 1u);
    EXPECT_EQ(forget_fits(path, {.learner = "other", .failures = true}), 0u);
    EXPECT_EQ(forget_fits(path, {.failures = true}), 1u);
    EXPECT_TRUE(stored_failures(path).empty());
    EXPECT_EQ(forget_fits(path, {.data = "none"}), 0u);
    EXPECT_EQ(forget_fits(path, {.data = "two", .learner = "other"}), 1u);
    ASSERT_EQ(stored_series(path).size(), 1u);
    EXPECT_EQ(stored_series(path)[0].fits, 1u);
    EXPECT_TRUE(check_store(path).empty());
    EXPECT_THROW(forget_fits(path, {}), InputError);
}

TEST_F(StoreFiles, TellOfFitsOfAnotherVersion)
{
    const auto path = folder_.path("versions");
    static const Dataset data = test::two_classes(40);
    const auto series = [](int version) {
        return FitSeries{.data_name = "two", .data = data, .learner = Spec("some"), .version = version};
    };
    const auto store = open_store(path);
    store->begin_experiment({.name = "old", .folder = "/", .text = "old"});
    EXPECT_FALSE(store->other_version(series(1)));
    put(*store, {.training = 1});
    put(*store, {.training = 2});
    store->end_experiment(true);
    EXPECT_FALSE(store->other_version(series(1)));
    ASSERT_TRUE(store->other_version(series(2)));
    EXPECT_EQ(store->other_version(series(2))->version, 1);
    EXPECT_EQ(store->other_version(series(2))->fits, 2u);
    EXPECT_FALSE(
        store->other_version({.data_name = "two", .data = data, .learner = Spec("other"), .version = 2}));
    // A reader for an experiment gets the version that the experiment used, even if there are later ones.
    store->begin_experiment({.name = "new", .folder = "/", .text = "new"});
    store->series(series(3));
    store->end_experiment(false);
    const auto digest = find_experiment(path, "old")->digest();
    EXPECT_EQ(read_store(path, digest)->other_version(series(3))->version, 1);
    EXPECT_FALSE(read_store(path, digest)->other_version(series(1)));
}

} // namespace
} // namespace unseen
