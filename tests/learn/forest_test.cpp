// random-forest against bagging of the tree learner where both are the same, against its definition, and
// against scikit-learn's errors (tests/oracles/ensembles.py). tests/learn/laws_test.cpp has the laws that it
// shares with other learners.
#include "learn/oracle_ensembles.hpp"
#include "support/messages.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace unseen {
namespace {

using test::missing;

/// Rows about three classes or a number. `columns`: which of x, y (with gaps) and f (categories, with gaps)
/// there are.
Dataset noisy(ResponseType type, const std::string& columns, Row rows = 60)
{
    std::vector<double> x, y, number;
    std::vector<std::int32_t> f, label;
    for (Row r = 0; r < rows; ++r) {
        Stream stream(41, Purpose::generation, r);
        const auto c = static_cast<std::int32_t>(stream.below(3));
        label.push_back(c);
        number.push_back(c + stream.uniform());
        x.push_back(c + 2.5 * stream.uniform());
        y.push_back(stream.below(6) == 0 ? missing : c - 3.0 * stream.uniform());
        f.push_back(static_cast<std::int32_t>(stream.below(5)) - 1);
    }
    std::vector<Column> all;
    if (columns.find('x') != std::string::npos) all.push_back(test::numbers("x", x));
    if (columns.find('y') != std::string::npos) all.push_back(test::numbers("y", y));
    if (columns.find('f') != std::string::npos) all.push_back(test::codes("f", {"p", "q", "r", "s"}, f));
    all.push_back(type == ResponseType::classes ? test::codes("class", {"a", "b", "c"}, label)
                                                : test::numbers("number", number));
    return test::dataset(std::move(all));
}

Predictions said(const Dataset& data, const std::string& spec, const Task& task)
{
    const std::size_t first = 0;
    return test::prepare(data, {spec})->evaluate(task, {&first, 1}).front();
}

std::vector<Row> written_out(const RowSet& train)
{
    std::vector<Row> rows;
    train.for_each([&](Row r, std::uint32_t count) { rows.insert(rows.end(), count, r); });
    return rows;
}

struct Drawn {
    std::vector<std::uint32_t> counts;
    Predictions all_rows; ///< what the tree says of all rows
};

/// The trees of a forest whose nodes try all features, by the tree learner.
std::vector<Drawn> trees(const Dataset& data, const std::string& tree, std::size_t size, const RowSet& train)
{
    const auto rows = written_out(train);
    const auto all = test::row_range(0, data.labelled());
    std::vector<Drawn> members;
    for (std::size_t b = 0; b < size; ++b) {
        Stream draws(7, Purpose::bootstrap, b);
        Drawn drawn{.counts = std::vector<std::uint32_t>(data.labelled(), 0), .all_rows = {}};
        for (std::size_t i = 0; i < rows.size(); ++i) ++drawn.counts[rows[draws.below(rows.size())]];
        RowSetStorage storage;
        drawn.all_rows = said(data, tree, test::task(storage.from_counts(drawn.counts), all));
        members.push_back(std::move(drawn));
    }
    return members;
}

std::vector<RowSet> training_sets(Row rows)
{
    static const Row some[] = {1, 5, 6, 20, 21, 22, 40, 41, 44, 50, 51};
    static const std::uint32_t counts[] = {3, 1, 2, 4, 1, 1, 2, 1, 1, 5, 1};
    return {RowSet::all(rows), RowSet::all_but(rows, some), RowSet::of(rows, some, counts)};
}

// Where no two features tie, a forest that tries all of them has the trees of the tree learner: one feature,
// one split of many rows, or numbers in large leaves.
TEST(RandomForest, OfAllFeaturesIsBaggedTrees)
{
    struct Case {
        ResponseType type;
        std::string columns, keys, tree;
    };
    for (const auto& [type, columns, keys, tree] :
         {Case{ResponseType::classes, "x", "", "tree:criterion=gini,prune=none,min_rows=1"},
          Case{ResponseType::classes, "y", ",min_rows=2", "tree:criterion=gini,prune=none,min_rows=2"},
          Case{ResponseType::classes, "f", "", "tree:criterion=gini,prune=none,min_rows=1"},
          Case{ResponseType::classes, "xyf", ",max_depth=1,features=3",
               "tree:criterion=gini,prune=none,min_rows=1,max_depth=1"},
          Case{ResponseType::numbers, "y", ",min_rows=1", "tree:prune=none,min_rows=1"},
          Case{ResponseType::numbers, "xyf", ",features=3", "tree:prune=none,min_rows=5"}}) {
        const auto data = noisy(type, columns);
        const auto all = test::row_range(0, data.labelled());
        for (const auto& train : training_sets(data.labelled())) {
            SCOPED_TRACE(columns + keys + ", " + std::to_string(train.size()));
            const auto p = said(data, "random-forest:size=7" + keys, test::task(train, all));
            const auto members = trees(data, tree, 7, train);
            std::vector<double> sums(p.scores.size() + p.value.size(), 0.0);
            for (const auto& member : members)
                for (std::size_t i = 0; i < sums.size(); ++i)
                    sums[i] +=
                        (type == ResponseType::classes ? member.all_rows.scores : member.all_rows.value)[i] /
                        7.0;
            for (std::size_t i = 0; i < sums.size(); ++i)
                EXPECT_NEAR(type == ResponseType::classes ? p.scores[i] : p.value[i], sums[i], 1e-12) << i;
        }
    }
}

TEST(RandomForest, JudgesTrainingRowsByTheTreesThatDidNotDrawThem)
{
    for (const auto type : {ResponseType::classes, ResponseType::numbers}) {
        const bool classes = type == ResponseType::classes;
        const auto data = noisy(type, "x");
        for (const auto& train : training_sets(data.labelled())) {
            const auto members = trees(
                data, classes ? "tree:criterion=gini,prune=none,min_rows=1" : "tree:prune=none,min_rows=5", 5,
                train);
            double losses = 0.0;
            double rows = 0.0;
            for (const Row r : written_out(train)) {
                double voters = 0.0;
                std::vector<double> sums(3, 0.0);
                for (const auto& member : members) {
                    if (member.counts[r] > 0) continue;
                    voters += 1.0;
                    for (std::size_t c = 0; c < 3; ++c)
                        sums[c] += classes ? member.all_rows.scores[3 * r + c] : member.all_rows.value[r];
                }
                if (voters == 0.0) continue;
                rows += 1.0;
                const double error = classes ? 0.0 : sums[0] / voters - data.responses()[r];
                losses +=
                    classes
                        ? (std::ranges::max_element(sums) - sums.begin() != data.class_codes()[r] ? 1.0 : 0.0)
                        : error * error;
            }
            ASSERT_GT(rows, 0.0);
            const auto p = said(data, "random-forest:size=5", test::task(train, {}));
            EXPECT_EQ(p.complexity.back().first, classes ? "out_of_bag_error" : "out_of_bag_rmse");
            EXPECT_NEAR(p.complexity.back().second, classes ? losses / rows : std::sqrt(losses / rows),
                        1e-12);
        }
    }
}

TEST(RandomForest, EndsWhereTheOutOfBagErrorNoLongerFalls)
{
    const auto data = noisy(ResponseType::classes, "xyf");
    const auto all = test::row_range(0, 60);
    const auto work = test::task(RowSet::all(60), all);
    const auto ended = said(data, "random-forest:size=300,patience=9", work);
    std::vector<bool> left_out(60, false);
    std::size_t size = 0;
    while (std::ranges::count(left_out, false) > 0) {
        Stream draws(7, Purpose::bootstrap, size++);
        std::vector<bool> drawn(60, false);
        for (Row i = 0; i < 60; ++i) drawn[draws.below(60)] = true;
        for (Row r = 0; r < 60; ++r)
            if (!drawn[r]) left_out[r] = true;
    }
    auto best = size;
    double least = 2.0;
    for (; size < 300; ++size) {
        const double error =
            said(data, "random-forest:size=" + std::to_string(size), work).complexity.back().second;
        if (error < least) best = size;
        least = std::min(least, error);
        if (size == best + 9) break;
    }
    EXPECT_GT(size, 10u);
    EXPECT_LT(size, 300u);
    EXPECT_EQ(ended, said(data, "random-forest:size=" + std::to_string(size), work));
}

TEST(RandomForest, LooksForAFeatureThatIsNotConstant)
{
    std::vector<Column> columns;
    for (int j = 0; j < 30; ++j)
        columns.push_back(test::numbers("constant" + std::to_string(j), std::vector<double>(20, 1.0)));
    std::vector<double> x;
    std::vector<std::int32_t> y;
    for (int r = 0; r < 20; ++r) {
        x.push_back(r);
        y.push_back(r < 10 ? 0 : 1);
    }
    columns.push_back(test::numbers("x", x));
    columns.push_back(test::codes("class", {"a", "b"}, y));
    const auto data = test::dataset(std::move(columns));
    const auto p =
        said(data, "random-forest:features=1,size=9", test::task(RowSet::all(20), test::row_range(0, 20)));
    for (Row r = 0; r < 20; ++r) EXPECT_EQ(static_cast<std::int32_t>(p.label[r]), data.class_codes()[r]) << r;
}

TEST(RandomForest, DrawsEachFeatureAlikeOften)
{
    // With three copies of a feature a stump would be the same whichever is drawn, so that counting needs
    // different features.
    std::vector<double> x, y, z;
    std::vector<std::int32_t> label;
    for (int r = 0; r < 64; ++r) {
        x.push_back(r % 2);
        y.push_back(r / 2 % 2);
        z.push_back(r / 4 % 2);
        label.push_back(r % 2 + r / 2 % 2 + r / 4 % 2 >= 2 ? 1 : 0);
    }
    const auto data = test::dataset({test::numbers("x", x), test::numbers("y", y), test::numbers("z", z),
                                     test::codes("class", {"a", "b"}, label)});
    // Only x is 1 in row 1, only y in row 2, only z in row 4: the stumps that predict b there are those of
    // that feature.
    const auto p = said(data, "random-forest:features=1,size=3000,max_depth=1",
                        test::task(RowSet::all(64), std::vector<Row>{0, 1, 2, 4}));
    const double low = p.scores[1];
    double differences = 0.0;
    for (std::size_t i = 1; i < 4; ++i) differences += p.scores[2 * i + 1] - low;
    for (std::size_t i = 1; i < 4; ++i)
        EXPECT_NEAR((p.scores[2 * i + 1] - low) / differences, 1.0 / 3.0, 4.0 * std::sqrt(2.0 / 9.0 / 3000.0))
            << i;
}

TEST(RandomForest, ErrsAsOftenAsScikitLearns)
{
    const auto sets = test::expect_errors_of("forest", "random-forest:", [](const std::string& keys) {
        return keys.find("min_rows") != std::string::npos;
    });
    EXPECT_GE(sets, 5u); // those that come with the project
}

TEST(RandomForest, TriesTheRootOrAThirdOfTheFeatures)
{
    const auto data = noisy(ResponseType::classes, "xyf");
    const auto text = [&](const std::string& spec) {
        return test::prepare(data, {spec})->fit(test::task(RowSet::all(60), {}), 0)->text();
    };
    EXPECT_TRUE(text("random-forest:size=3")
                    .starts_with("3 trees, which try 1 of 3 features at each node\nout_of_bag_error "))
        << text("random-forest:size=3");
    EXPECT_EQ(make_learner(Spec::parse("random-forest"), ResponseType::numbers)->spec().print(),
              "random-forest:size=100,features=,min_rows=5,max_depth=");
    EXPECT_EQ(test::message_of([&] { test::prepare(data, {"random-forest:features=3"}); }), "no error");
    EXPECT_EQ(test::message_of([&] {
                  make_learner(Spec::parse("random-forest:features=4"), ResponseType::classes)->check(data);
              }),
              "'random-forest': features=4 and the data have 3; expected at most that");
}

} // namespace
} // namespace unseen
