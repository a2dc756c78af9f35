// Damaged stores: `check` finds every flipped bit that could change an answer, and harmful content with right
// digests is refused with a message.
#include "support/small_learners.hpp"
#include "support/temporary_folder.hpp"
#include "unseen/base/error.hpp"
#include "unseen/experiment/stored_plans.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sqlite3.h>
#include <sstream>

namespace unseen {
namespace {

/// A number of random changes; UNSEEN_FUZZ multiplies it.
std::uint64_t many(std::uint64_t n)
{
    const char* more = std::getenv("UNSEEN_FUZZ");
    return more != nullptr ? n * std::strtoull(more, nullptr, 10) : n;
}

/// A connection that changes a store as another program might.
class Sql {
public:
    explicit Sql(const std::string& path)
    {
        EXPECT_EQ(sqlite3_open(path.c_str(), &db_), SQLITE_OK);
        run("PRAGMA synchronous = OFF");
        // The digest of a row, as docs/STORE.md describes it.
        sqlite3_create_function(db_, "row_digest", -1, SQLITE_UTF8, nullptr, digest, nullptr, nullptr);
    }
    ~Sql() { sqlite3_close(db_); }
    Sql(const Sql&) = delete;
    Sql& operator=(const Sql&) = delete;

    bool run(const std::string& text)
    {
        return sqlite3_exec(db_, text.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
    }
    sqlite3* get() { return db_; }

private:
    static void digest(sqlite3_context* context, int n, sqlite3_value** cells)
    {
        Hasher hasher;
        for (int i = 0; i < n; ++i) {
            const auto bytes = [&] {
                const auto* text = static_cast<const char*>(sqlite3_value_blob(cells[i]));
                return std::string(text == nullptr ? "" : text,
                                   static_cast<std::size_t>(sqlite3_value_bytes(cells[i])));
            };
            const double real = sqlite3_value_double(cells[i]);
            std::uint64_t bits = 0;
            std::memcpy(&bits, &real, 8);
            switch (sqlite3_value_type(cells[i])) {
            case SQLITE_NULL: hasher.add(std::string_view("-")); break;
            case SQLITE_INTEGER: hasher.add(static_cast<std::uint64_t>(sqlite3_value_int64(cells[i]))); break;
            case SQLITE_FLOAT: hasher.add(bits); break;
            default: hasher.add(bytes());
            }
        }
        sqlite3_result_int64(context, static_cast<std::int64_t>(hasher.finish().low));
    }

    sqlite3* db_ = nullptr;
};

/// The tables, and the digests of their rows.
const std::vector<std::pair<std::string, std::string>> tables = {
    {"data", "digest, name, response, classes, rows, truth, test_first, test_rows, test_truth"},
    {"class", "data, code, label"},
    {"learner", "spec, version"},
    {"plan", "data, spec, seed, splits, training"},
    {"fit", "key, data, learner, training, training_rows, seed, predicted, seconds"},
    {"prediction", "(SELECT key FROM fit WHERE id = fit), rows, label, scores, value, complexity"},
    {"failure", "(SELECT key FROM fit WHERE id = fit), code, text"},
    {"experiment", "digest, name, folder, seed, text, started, complete"},
    {"experiment_learner", "experiment, data, learner, name"},
    {"experiment_plan", "experiment, plan"},
};

/// Fails where row 0 does not train.
std::unique_ptr<Learner> learner_without_row_0()
{
    return test::learner_of("failing",
                            [](const Dataset&, const Task& task) {
                                bool first = false;
                                task.train.for_each([&](Row r, std::uint32_t) { first = first || r == 0; });
                                if (!first) throw std::runtime_error("no row 0");
                                return [](const Dataset&, std::span<const Row> rows) {
                                    return test::predicted_labels(std::vector<std::uint32_t>(rows.size(), 1));
                                };
                            },
                            {});
}

class StoreDamage : public testing::Test {
protected:
    static std::string bytes_of(const std::string& path)
    {
        std::ostringstream text;
        text << std::ifstream(path, std::ios::binary).rdbuf();
        return text.str();
    }

    /// A store with an experiment on classes, on numbers and on more classes; with scores, labels, values and
    /// failures.
    std::string filled(const std::string& name, const std::string& text, const std::string& plan)
    {
        const auto path = folder_.path(name);
        const auto file = open_store(path);
        file->begin_experiment({.name = name, .folder = "/nowhere", .seed = 1, .text = text});
        const auto fill = [&](const Dataset& data, const std::string& data_name,
                              std::vector<std::string> specs, bool failing) {
            std::vector<std::unique_ptr<Learner>> made;
            for (const auto& spec : specs)
                made.push_back(make_learner(Spec::parse(spec), data.response_type()));
            if (failing) made.push_back(learner_without_row_0());
            std::vector<const Learner*> learners;
            for (const auto& one : made) learners.push_back(one.get());
            estimate(data, learners,
                     {.estimators = {Spec::parse(plan)},
                      .run = {.threads = 1, .store = file.get(), .data_name = data_name}});
        };
        fill(test::two_classes(30), "two", {"naive-bayes", "majority"}, true);
        fill(test::numbers(20), "numbers", {"knn"}, false);
        fill(Dataset::make(read_table(UNSEEN_SOURCE_DIR "/data/iris.csv")), "iris", {"naive-bayes"}, false);
        file->end_experiment(true);
        return path;
    }

    /// Everything that a store answers.
    static std::string answers(const std::string& path)
    {
        std::string text;
        const Write write = [&](std::string_view part) { text += part; };
        for (const auto& e : stored_experiments(path)) {
            text += e.name + e.folder + e.text + std::to_string(e.seed) + std::to_string(e.started) +
                    (e.complete ? "1" : "0");
            export_fits(path, write, e.digest());
        }
        export_fits(path, write);
        export_predictions(path, write);
        for (const auto& s : stored_series(path))
            text += s.data + s.learner + s.name + std::to_string(s.version) + ' ' + std::to_string(s.fits) +
                    ' ' + std::to_string(s.failures) + ' ' + std::to_string(s.predictions) + ' ' +
                    std::to_string(s.seconds);
        for (const auto& f : stored_failures(path)) text += f.data + f.learner + f.key + f.code + f.text;
        const StoredPlans plans(path, "all");
        for (const char* data : {"two", "numbers", "iris"})
            for (const auto& learner : plans.learners({.data = data})) {
                const auto table = stored_table(plans, plans.find({.data = data, .learner = learner})).table;
                for (const auto& column : table.columns)
                    if (column.is_numeric())
                        for (const double x : column.numeric().values) text += ' ' + std::to_string(x);
            }
        return text;
    }

    /// True if a fault of the store goes unnoticed: `check` finds none, and the answers differ from those of
    /// the intact store.
    void expect_seen(const std::string& path, const std::string& whole, const std::string& change) const
    {
        std::string found;
        try {
            for (const auto& fault : check_store(path)) found += fault + '\n';
        } catch (const Error& e) {
            found = e.what();
        }
        if (!found.empty()) return;
        std::string now;
        try {
            now = answers(path);
        } catch (const Error& e) {
            now = e.what();
        }
        EXPECT_TRUE(now == whole) << change << " is not found, and an answer differs";
    }

    test::TemporaryFolder folder_;
};

/// A cell of a random table, with one bit of it flipped. Empty if the change breaks a rule of the table.
std::string flip_a_cell(const std::string& path, Stream& stream)
{
    Sql sql(path);
    const auto& table = tables[stream.below(tables.size())].first;
    sqlite3_stmt* select = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(sql.get(), ("SELECT * FROM " + table).c_str(), -1, &select, nullptr),
              SQLITE_OK);
    std::uint64_t rows = 0;
    while (sqlite3_step(select) == SQLITE_ROW) ++rows;
    sqlite3_reset(select);
    if (rows == 0) {
        sqlite3_finalize(select);
        return "";
    }
    for (auto at = stream.below(rows) + 1; at > 0; --at) sqlite3_step(select);
    const int n = sqlite3_column_count(select);
    const int column = static_cast<int>(stream.below(static_cast<std::uint64_t>(n)));
    std::string where;
    for (int c = 0; c < n; ++c)
        where += (c == 0 ? "" : " AND ") + std::string(sqlite3_column_name(select, c)) + " IS ?" +
                 std::to_string(c + 2);
    const std::string name = sqlite3_column_name(select, column);
    sqlite3_stmt* update = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(sql.get(),
                                 ("UPDATE " + table + " SET " + name + " = ?1 WHERE " + where).c_str(), -1,
                                 &update, nullptr),
              SQLITE_OK);
    for (int c = 0; c < n; ++c) sqlite3_bind_value(update, c + 2, sqlite3_column_value(select, c));
    const int type = sqlite3_column_type(select, column);
    const std::string bytes(static_cast<const char*>(sqlite3_column_blob(select, column)),
                            static_cast<std::size_t>(sqlite3_column_bytes(select, column)));
    bool changed = true;
    if (type == SQLITE_INTEGER) {
        const auto number = static_cast<std::uint64_t>(sqlite3_column_int64(select, column));
        sqlite3_bind_int64(update, 1,
                           static_cast<std::int64_t>(number ^ (std::uint64_t{1} << stream.below(64))));
    } else if (type == SQLITE_FLOAT) {
        double real = sqlite3_column_double(select, column);
        std::uint64_t bits = 0;
        std::memcpy(&bits, &real, 8);
        bits ^= std::uint64_t{1} << stream.below(64);
        std::memcpy(&real, &bits, 8);
        sqlite3_bind_double(update, 1, real);
    } else if (type == SQLITE_NULL || bytes.empty()) {
        changed = false;
    } else {
        std::string flipped = bytes;
        auto& byte = flipped[stream.below(flipped.size())];
        byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1u << stream.below(8)));
        if (type == SQLITE_TEXT)
            sqlite3_bind_text(update, 1, flipped.data(), static_cast<int>(flipped.size()), SQLITE_TRANSIENT);
        else
            sqlite3_bind_blob(update, 1, flipped.data(), static_cast<int>(flipped.size()), SQLITE_TRANSIENT);
    }
    sqlite3_finalize(select);
    const bool done = changed && sqlite3_step(update) == SQLITE_DONE && sqlite3_changes(sql.get()) == 1;
    sqlite3_finalize(update);
    return done ? table + '.' + name : "";
}

TEST_F(StoreDamage, OfOneBitOfAnyCellIsFound)
{
    const auto path = filled("s", "text", "cv:folds=3");
    const auto whole = answers(path);
    ASSERT_TRUE(check_store(path).empty()) << check_store(path)[0];
    const auto bytes = bytes_of(path);
    Stream stream(1, Purpose::generation, 0, 0);
    std::uint64_t done = 0;
    while (done < many(1000)) {
        const auto copy = folder_.write("copy", bytes);
        const auto change = flip_a_cell(copy, stream);
        if (change.empty()) continue;
        ++done;
        expect_seen(copy, whole, change);
    }
}

TEST_F(StoreDamage, OfOneBitOfTheFileIsFound)
{
    const auto path = filled("s", "text", "cv:folds=3");
    const auto whole = answers(path);
    const auto bytes = bytes_of(path);
    Stream stream(2, Purpose::generation, 0, 0);
    for (std::uint64_t i = 0; i < many(300); ++i) {
        auto flipped = bytes;
        const auto at = stream.below(flipped.size());
        const auto bit = stream.below(8);
        flipped[at] = static_cast<char>(static_cast<unsigned char>(flipped[at]) ^ (1u << bit));
        expect_seen(folder_.write("copy", flipped), whole,
                    "bit " + std::to_string(bit) + " of byte " + std::to_string(at));
    }
}

/// The result of a hostile store: an answer, or one of our errors. Anything else ends the test. The store is
/// merged into `out`, if that is not empty.
void ask_everything(const std::string& path, const std::string& out,
                    const std::function<std::string(const std::string&)>& answers)
{
    const auto ask = [](const auto& question) {
        try {
            question();
        } catch (const Error&) {
            // In words.
        }
    };
    ask([&] { check_store(path); });
    ask([&] { answers(path); });
    if (!out.empty()) ask([&] { merge_stores(out, std::vector{path}); });
    ask([&] {
        stored_bounds(StoredPlans(path, "all"), {.data = "two"}, std::vector{Spec("r-cv")}, Delta(0.05),
                      Level(0.95));
    });
}

TEST_F(StoreDamage, OfContentMadeToHarmIsRefusedInWords)
{
    const auto path = filled("s", "text", "cv:folds=3,stratify=no");
    const auto bytes = bytes_of(path);
    const std::vector<std::string> changes = {
        "DELETE FROM class",
        "DELETE FROM class WHERE code = 1",
        "UPDATE data SET classes = 1; DELETE FROM class WHERE code = 1",
        "UPDATE data SET classes = 0; DELETE FROM class",
        "UPDATE data SET classes = 9000000000000000000",
        "UPDATE data SET rows = 4294967295",
        "UPDATE data SET rows = -1",
        "UPDATE data SET test_first = 1, test_rows = 5",
        "UPDATE data SET test_first = 4294967290, test_rows = 1, test_truth = x'00'",
        "UPDATE data SET truth = x'00', rows = 4294967290",
        "UPDATE fit SET predicted = 4294967290; UPDATE prediction SET rows = x'00faffffff0f', label = x'00', "
        "scores = NULL, "
        "value = NULL",
        "UPDATE fit SET predicted = 4294967290; UPDATE prediction SET rows = x'00faffffff0f', value = "
        "x'01faffffff0f010000000000000000'",
        "UPDATE prediction SET rows = x'ffffffffffffffffff01ffffffffffffffffff01'",
        "UPDATE prediction SET scores = x'02ffffffff0fffffffff0f00'",
        "UPDATE prediction SET scores = x'02808080808080808080010200'",
        "UPDATE prediction SET scores = x'01', label = NULL",
        "UPDATE prediction SET label = x'20ffffffff'",
        "UPDATE prediction SET rows = x'', label = NULL, scores = NULL, value = NULL; UPDATE fit SET "
        "predicted = 0",
        "UPDATE plan SET splits = 4611686018427387904",
        "UPDATE plan SET spec = 'cv:folds=4294967295,repeats=4294967295,stratify=no'",
        "UPDATE plan SET spec = 'bootstrap:samples=1000000000000'",
        "UPDATE plan SET training = x'00'",
        "UPDATE learner SET spec = '(((((((' WHERE id = 1",
        "UPDATE learner SET version = 4294967296",
    };
    const auto asked = [](const std::string& copy) { return answers(copy); };
    const auto seal = [&](const std::string& copy) {
        Sql sql(copy);
        for (const auto& [table, cells] : tables)
            sql.run("UPDATE " + table + " SET row_digest = row_digest(" + cells + ")");
    };
    for (const auto& change : changes) {
        SCOPED_TRACE(change);
        const auto copy = folder_.write("copy", bytes);
        EXPECT_TRUE(Sql(copy).run(change));
        seal(copy);
        ask_everything(copy, folder_.path("out"), asked);
        std::filesystem::remove(folder_.path("out"));
    }
    // At random.
    Stream stream(3, Purpose::generation, 0, 0);
    for (std::uint64_t i = 0; i < many(300); ++i) {
        const auto copy = folder_.write("copy", bytes);
        for (auto flips = stream.below(4) + 1; flips > 0; --flips) flip_a_cell(copy, stream);
        seal(copy);
        ask_everything(copy, i % 10 == 0 ? folder_.path("out") : "", asked);
        std::filesystem::remove(folder_.path("out"));
    }
}

TEST_F(StoreDamage, OfSwappedPredictionsIsFoundThoughEachIsWhole)
{
    const auto path = filled("s", "text", "cv:folds=3");
    Sql(path).run("UPDATE prediction SET fit = -fit; UPDATE prediction SET fit = CASE fit WHEN -1 THEN 2 "
                  "WHEN -2 THEN 1 ELSE -fit END");
    EXPECT_EQ(check_store(path).size(), 2u);
}

TEST_F(StoreDamage, CostsOneFitItself)
{
    const auto path = filled("s", "text", "cv:folds=3");
    const auto data = test::two_classes(30);
    const auto learner = make_learner(Spec("naive-bayes"), ResponseType::classes);
    const std::vector<const Learner*> learners = {learner.get()};
    const auto run_again = [&] {
        const auto file = open_store(path);
        const auto report = estimate(
            data, learners,
            {.estimators = {Spec::parse("cv:folds=3")}, .run = {.store = file.get(), .data_name = "two"}});
        file->flush();
        EXPECT_EQ(report.run.fits, 1u);
        return file->damaged();
    };
    const std::string damage =
        "UPDATE prediction SET scores = x'00' WHERE fit = (SELECT min(f.id) FROM fit f JOIN learner l ON "
        "l.id = f.learner JOIN data d ON d.id = f.data WHERE d.name = 'two' AND "
        "l.spec LIKE 'naive-bayes%')";

    // The next run does the fit again, and replaces the damaged one.
    ASSERT_TRUE(Sql(path).run(damage));
    EXPECT_EQ(check_store(path).size(), 1u);
    EXPECT_EQ(run_again(), 1u);
    EXPECT_TRUE(check_store(path).empty());

    // A reader names it.
    ASSERT_TRUE(Sql(path).run(damage));
    const auto faults = check_store(path);
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_NE(faults[0].find("the fit of 'naive-bayes"), std::string::npos) << faults[0];
    EXPECT_NE(faults[0].find("on 'two' (split "), std::string::npos) << faults[0];
    EXPECT_NE(faults[0].find(" of cv:folds=3,repeats=1,stratify=yes, key "), std::string::npos) << faults[0];
    try {
        answers(path);
        FAIL();
    } catch (const StoreError& e) {
        EXPECT_NE(std::string(e.what()).find(" of cv:folds=3,repeats=1,stratify=yes, key "),
                  std::string::npos)
            << e.what();
        EXPECT_NE(std::string(e.what()).find("`unseen store repair "), std::string::npos) << e.what();
    }

    // A merge leaves it out, and a repair drops it.
    const auto merged = merge_stores(folder_.path("merged"), std::vector{path});
    EXPECT_EQ(merged.damaged.size(), 1u);
    EXPECT_TRUE(check_store(folder_.path("merged")).empty());
    EXPECT_FALSE(stored_experiments(folder_.path("merged"))[0].complete);
    EXPECT_EQ(repair_store(path).size(), 1u);
    EXPECT_TRUE(check_store(path).empty());
    EXPECT_FALSE(stored_experiments(path)[0].complete);
    EXPECT_EQ(run_again(), 0u);
    EXPECT_TRUE(check_store(path).empty());
    std::filesystem::remove(folder_.path("merged"));
    EXPECT_TRUE(repair_store(path).empty());
    EXPECT_TRUE(stored_experiments(path)[0].complete);
}

TEST_F(StoreDamage, OfAPageOfTheFileCostsWhatWasOnIt)
{
    const auto path = filled("s", "text", "bootstrap:samples=40");
    const auto fits = [](const std::string& store) {
        std::uint64_t n = 0;
        for (const auto& s : stored_series(store)) n += s.fits;
        return n;
    };
    const auto before = fits(path);
    const auto bytes = bytes_of(path);
    constexpr std::size_t page = 8192;
    std::size_t beyond_repair = 0;
    std::size_t kept_most = 0;
    std::size_t kept_all = 0;
    for (std::size_t at = page; at < bytes.size(); at += page) { // the first says that it is a store
        SCOPED_TRACE(at / page);
        auto damaged = bytes;
        std::fill_n(damaged.begin() + static_cast<std::ptrdiff_t>(at), page, 'x');
        const auto copy = folder_.write("copy", damaged);
        EXPECT_FALSE(check_store(copy).empty());
        try {
            repair_store(copy);
        } catch (const StoreError& e) {
            EXPECT_NE(std::string(e.what()).find("cannot be repaired: "), std::string::npos) << e.what();
            ++beyond_repair;
            continue;
        }
        EXPECT_TRUE(check_store(copy).empty());
        const auto after = fits(copy);
        EXPECT_LE(after, before);
        kept_most += after > before / 2 ? 1u : 0u;
        kept_all += after == before ? 1u : 0u;
    }
    const auto pages = bytes.size() / page;
    EXPECT_LE(beyond_repair, 3u);    // data sets, classes, learners
    EXPECT_GE(kept_most + 8, pages); // nor roots of tables
    EXPECT_GE(kept_all, 8u);         // plans, experiments, names, indexes
    EXPECT_GT(kept_most, kept_all);  // pages of fits cost fits
}

} // namespace
} // namespace unseen
