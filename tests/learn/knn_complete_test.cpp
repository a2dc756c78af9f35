// Complete cross-validation of knn in closed form: the means over all splits, enumerated in fractions
// elsewhere and by fits here.
#include "learn/tables.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

using namespace unseen;
using namespace unseen::test;

namespace {

std::vector<double> closed_form(const Dataset& data, const std::string& spec,
                                const std::vector<std::uint64_t>& sizes, CompleteTask task = {})
{
    const auto prepared = prepare(data, {spec});
    const std::size_t variants[] = {0};
    task.sizes = sizes;
    task.rows = data.labelled();
    if (task.right.empty()) task.right.assign(data.classes().size(), 0.0);
    if (task.wrong.empty()) task.wrong.assign(data.classes().size(), 1.0);
    const auto result = prepared->complete(task, variants).front();
    return *result;
}

/// By a fit of each set of m rows.
double enumerated(const Dataset& data, const std::string& spec, std::uint64_t m, const CompleteTask& task)
{
    const Row n = data.labelled();
    const auto prepared = prepare(data, {spec});
    std::vector<double> loss(n, 0.0);
    double splits_of_a_row = 0.0;
    for (std::uint32_t bits = 0; bits < (1U << n); ++bits) {
        std::vector<std::uint32_t> counts(n);
        std::vector<Row> test;
        for (Row r = 0; r < n; ++r) {
            counts[r] = bits >> r & 1;
            if (counts[r] == 0) test.push_back(r);
        }
        if (n - test.size() != m) continue;
        splits_of_a_row += static_cast<double>(test.size()) / n;
        RowSetStorage storage;
        const auto train = storage.from_counts(counts);
        const auto predicted = prepared->fit({.train = train}, 0)->predict(data, test);
        for (std::size_t i = 0; i < test.size(); ++i)
            if (data.classes().size() > 0) {
                const auto truth = static_cast<std::size_t>(data.class_codes()[test[i]]);
                loss[test[i]] += predicted.label[i] == truth ? task.right[truth] : task.wrong[truth];
            } else {
                loss[test[i]] += std::pow(predicted.value[i] - data.responses()[test[i]], 2);
            }
    }
    double mean = 0.0;
    for (Row r = 0; r < n; ++r) mean += task.share(r) * loss[r] / splits_of_a_row;
    return mean;
}

/// Whole numbers from 0 to 3, so that distances and votes are tied; two queries behind the labelled rows.
Dataset tied(bool classes)
{
    Stream stream(11, Purpose::generation);
    std::vector<double> x(12), z(12), y(12, missing);
    std::vector<std::int32_t> color(12), codes_of_y(12, -1);
    for (std::size_t r = 0; r < 12; ++r) {
        x[r] = static_cast<double>(stream.below(4));
        z[r] = r == 5 ? missing : static_cast<double>(stream.below(3));
        color[r] = static_cast<std::int32_t>(stream.below(2));
        if (r >= 10) continue;
        y[r] = static_cast<double>(stream.below(7)) - 2.5;
        codes_of_y[r] = static_cast<std::int32_t>(stream.below(4));
    }
    return dataset({numbers("x", x), numbers("z", z), codes("color", {"red", "blue"}, color),
                    classes ? codes("class", {"a", "b", "c", "d"}, codes_of_y) : numbers("y", y)});
}

} // namespace

TEST(KnnComplete, AgreesWithTheFractionsOfAllSplits)
{
    std::ifstream file(UNSEEN_SOURCE_DIR "/tests/oracles/complete_cv.txt");
    ASSERT_TRUE(file);
    struct Rows {
        std::vector<double> x, y;
        std::vector<std::int32_t> two, three;
    };
    std::map<std::string, Rows> sets;
    std::size_t compared = 0;
    for (std::string line, what, name; std::getline(file, line);) {
        std::istringstream words(line);
        words >> what >> name;
        if (what == "row") {
            auto& rows = sets[name];
            words >> rows.x.emplace_back() >> rows.y.emplace_back() >> rows.two.emplace_back() >>
                rows.three.emplace_back();
        } else if (what == "value") {
            int classes = 0;
            std::uint64_t m = 0;
            std::string k;
            double expected = 0.0;
            words >> classes >> m >> k >> expected;
            const auto& rows = sets[name];
            const auto y = classes == 2 ? codes("class", {"a", "b"}, rows.two)
                                        : codes("class", {"a", "b", "c"}, rows.three);
            const auto data = dataset({numbers("x", rows.x), numbers("z", rows.y), y});
            EXPECT_NEAR(closed_form(data, "knn:scale=none,k=" + k, {m}).front(), expected, 1e-12) << line;
            ++compared;
        }
    }
    EXPECT_EQ(compared, 62U);
}

TEST(KnnComplete, AgreesWithEnumerationForEverySizeAmongTies)
{
    for (const bool classes : {true, false}) {
        const auto data = tied(classes);
        CompleteTask task{.sizes = {}, .rows = 10, .threads = 2};
        if (classes) {
            task.right = {0.0, -1.0, 0.5, 0.0}; // losses may depend on the true class
            task.wrong = {1.0, 2.0, 1.0, 3.0};
        }
        task.shares = {0.1, 0.2, 0.0, 0.05, 0.15, 0.1, 0.1, 0.1, 0.15, 0.05};
        for (const std::string k : {"1", "2", "3", "4", "6", "9", "50"}) {
            const auto means = closed_form(data, "knn:scale=none,k=" + k, {1, 2, 3, 4, 5, 6, 7, 8, 9}, task);
            ASSERT_EQ(means.size(), 9U);
            for (std::uint64_t m = 1; m <= 9; ++m)
                EXPECT_NEAR(means[m - 1], enumerated(data, "knn:scale=none,k=" + k, m, task), 1e-12)
                    << classes << ", k " << k << ", m " << m;
        }
    }
}

TEST(KnnComplete, ThreadsChangeNoBitAndLargeCountsStayAccurate)
{
    Stream stream(2, Purpose::generation);
    std::vector<double> x(1500);
    std::vector<std::int32_t> y(1500);
    for (std::size_t r = 0; r < x.size(); ++r) {
        x[r] = stream.uniform();
        y[r] = static_cast<std::int32_t>(stream.below(3));
    }
    const auto data = dataset({numbers("x", x), codes("class", {"a", "b", "c"}, y)});
    const std::vector<std::uint64_t> sizes = {1, 20, 700, 1499};
    CompleteTask one;
    CompleteTask two{.sizes = {}, .threads = 2};
    const auto means = closed_form(data, "knn:scale=none,k=20", sizes, one);
    EXPECT_EQ(means, closed_form(data, "knn:scale=none,k=20", sizes, two));
    // All training rows but the row itself: leave-one-out.
    std::vector<Row> row(1);
    double wrong = 0.0;
    const auto prepared = prepare(data, {"knn:scale=none,k=20"});
    for (row[0] = 0; row[0] < 1500; ++row[0]) {
        const std::size_t variants[] = {0};
        const auto label =
            prepared->evaluate(task(RowSet::all_but(1500, row), row), variants).front().label.front();
        wrong += label != static_cast<std::uint32_t>(y[row[0]]) ? 1.0 : 0.0;
    }
    EXPECT_NEAR(means.back(), wrong / 1500, 1e-12);
}

TEST(KnnComplete, RefusesWhatDependsOnTheTrainingSetAndCountsBeyondADouble)
{
    const auto data = tied(true);
    const std::size_t variants[] = {0, 1, 2};
    const std::vector<std::uint64_t> sizes = {3};
    const CompleteTask ask{.sizes = sizes, .right = {0, 0, 0, 0}, .wrong = {1, 1, 1, 1}, .rows = 10};
    const auto results =
        prepare(data, {"knn:k=1", "knn:k=1,scale=none", "knn:k=1,scale=none,weights=distance"})
            ->complete(ask, variants);
    EXPECT_FALSE(results[0].exists());
    EXPECT_TRUE(results[1].exists());
    EXPECT_FALSE(results[2].exists());
    std::vector<double> x(1200);
    for (std::size_t r = 0; r < x.size(); ++r) x[r] = static_cast<double>(r);
    const auto large = dataset({numbers("x", x), numbers("y", x)});
    const std::vector<std::uint64_t> many = {1000};
    const std::size_t first[] = {0};
    EXPECT_THROW(prepare(large, {"knn:k=600,scale=none"})->complete({.sizes = many, .rows = 1200}, first),
                 LearnerError);
    EXPECT_FALSE(prepare(data, {"majority"})->complete(ask, first).front().exists());
}
