// ls-boost against worked examples, scikit-learn (tests/oracles/ensembles.py) and its definition.
// tests/learn/laws_test.cpp has the laws that it shares with other learners.
#include "learn/oracle_ensembles.hpp"
#include "support/messages.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace unseen {
namespace {

Predictions said(const Dataset& data, const std::string& spec, const RowSet& train,
                 const std::vector<Row>& rows)
{
    const std::size_t first = 0;
    return test::prepare(data, {spec})->evaluate(test::task(train, rows), {&first, 1}).front();
}

/// Ten rows x = 0, 1 ... 9. The worked examples below were computed apart, in Python.
Dataset toy()
{
    return test::dataset({test::numbers("x", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
                          test::numbers("y", {1.2, .9, 1.4, 2.8, 3.1, 2.7, 4.9, 5.2, 4.8, 5.5})});
}

/// A stump of a worked example, and the mean loss of the sum of all up to it.
struct Round {
    double cut, left, right, loss;
};

/// Expects these rounds of `spec`, which lacks the size, from the value `start` on.
void expect_rounds(const std::string& spec, double eta, double start, const std::vector<Round>& rounds,
                   double (*loss)(double))
{
    const auto data = toy();
    std::vector<double> before(10, start);
    int size = 0;
    for (const auto& round : rounds) {
        const auto p =
            said(data, spec + ",size=" + std::to_string(++size), RowSet::all(10), test::row_range(0, 10));
        double sum = 0.0;
        for (std::size_t i = 0; i < 10; ++i) {
            const double leaf = static_cast<double>(i) > round.cut ? round.right : round.left;
            EXPECT_NEAR(p.value[i] - before[i], eta * leaf, 1e-14) << size << ", " << i;
            sum += loss(p.value[i] - data.responses()[i]) / 10.0;
        }
        EXPECT_NEAR(sum, round.loss, 1e-14);
        before = p.value;
    }
}

TEST(LsBoost, FitsTheResidualsOfTheWorkedExample)
{
    expect_rounds("ls-boost:eta=0.5,max_depth=1", 0.5, 3.25,
                  {{5.5, -1.2333333333333332, 1.85, 1.0552500000000005},
                   {2.5, -1.4666666666666668, 0.6285714285714288, 0.36382142857142885},
                   {5.5, -0.4071428571428572, 0.6107142857142862, 0.1773354591836736}},
                  [](double error) { return error * error; });
}

TEST(LsBoost, FitsTheSignsOfTheWorkedExample)
{
    expect_rounds("ls-boost:loss=lad,eta=1,max_depth=1", 1.0, 2.95,
                  {{3.5, -1.65, 1.9, .71}, {1.5, -0.24999999999999983, 0.0750000000000004, .68}},
                  [](double error) { return std::abs(error); });
}

/// Rows of three classes, of which the last may be left out.
Dataset noisy(std::int32_t classes, Row rows = 80)
{
    std::vector<double> x, z;
    std::vector<std::int32_t> y;
    for (Row r = 0; r < rows; ++r) {
        Stream stream(51, Purpose::generation, r);
        y.push_back(static_cast<std::int32_t>(stream.below(static_cast<std::uint64_t>(classes))));
        x.push_back(y.back() + 2.0 * stream.uniform());
        z.push_back(y.back() - 3.0 * stream.uniform());
    }
    return test::dataset(
        {test::numbers("x", x), test::numbers("z", z), test::codes("class", {"a", "b", "c"}, y)});
}

// Friedman's algorithm 6 written out for stumps, on one feature.
TEST(LsBoost, OfClassesIsItsDefinitionWrittenOut)
{
    for (const std::int32_t classes : {2, 3}) {
        const auto full = noisy(classes, 40);
        const auto k = static_cast<std::size_t>(classes);
        const auto& x = full.features()[0].numeric().values;
        std::vector<std::int32_t> codes(full.class_codes().begin(), full.class_codes().end());
        const auto data =
            test::dataset({test::numbers("x", x), test::codes("class", {"a", "b", "c"}, codes)});
        std::vector<std::vector<double>> f(40, std::vector<double>(k));
        for (auto& row : f)
            for (std::size_t c = 0; c < k; ++c)
                row[c] = std::log(
                    static_cast<double>(std::ranges::count(codes, static_cast<std::int32_t>(c))) / 40.0);
        for (int round = 0; round < 4; ++round) {
            auto p = f;
            for (auto& row : p) {
                double sum = 0.0;
                for (auto& each : row) sum += each = std::exp(each);
                for (auto& each : row) each /= sum;
            }
            for (std::size_t c = 0; c < k; ++c) {
                std::vector<double> r(40);
                for (std::size_t i = 0; i < 40; ++i)
                    r[i] = (codes[i] == static_cast<std::int32_t>(c) ? 1.0 : 0.0) - p[i][c];
                double best = -1.0;
                double cut = 0.0;
                for (const double at : x) {
                    double sum[2] = {0.0, 0.0};
                    double n[2] = {0.0, 0.0};
                    for (std::size_t i = 0; i < 40; ++i) {
                        sum[x[i] <= at] += r[i];
                        n[x[i] <= at] += 1.0;
                    }
                    if (n[0] == 0.0) continue;
                    const double gain = sum[0] * sum[0] / n[0] + sum[1] * sum[1] / n[1];
                    if (gain > best + 1e-12) {
                        best = gain;
                        cut = at;
                    }
                }
                double top[2] = {0.0, 0.0};
                double bottom[2] = {0.0, 0.0};
                for (std::size_t i = 0; i < 40; ++i) {
                    top[x[i] <= cut] += r[i];
                    bottom[x[i] <= cut] += std::abs(r[i]) * (1.0 - std::abs(r[i]));
                }
                for (std::size_t i = 0; i < 40; ++i)
                    f[i][c] += 0.3 * (static_cast<double>(k) - 1.0) / static_cast<double>(k) *
                               top[x[i] <= cut] / bottom[x[i] <= cut];
            }
        }
        const auto p =
            said(data, "ls-boost:eta=0.3,max_depth=1,size=4", RowSet::all(40), test::row_range(0, 40));
        for (std::size_t i = 0; i < 40; ++i) {
            double sum = 0.0;
            for (std::size_t c = 0; c < k; ++c) sum += std::exp(f[i][c]);
            for (std::size_t c = 0; c < k; ++c)
                EXPECT_NEAR(p.scores[3 * i + c], std::exp(f[i][c]) / sum, 1e-12) << i;
        }
        EXPECT_EQ(p.complexity[0], (std::pair<std::string, double>("rounds", 4)));
        EXPECT_EQ(p.complexity[1], (std::pair<std::string, double>("trees", classes == 2 ? 4 : 12)));
        EXPECT_EQ(p.complexity[2], (std::pair<std::string, double>("leaves", 2)));
    }
}

TEST(LsBoost, ErrsAsScikitLearnDoes)
{
    std::size_t sets = 0;
    for (const auto& line : test::oracle_ensembles("mart")) {
        const auto numbers = line[1].find("loss=") != std::string::npos;
        const auto data = test::oracle_data(line[0], numbers);
        if (!data) continue;
        ++sets;
        const double error = test::error_of_five_folds(*data, "ls-boost:" + line[1], 1);
        const double mean = std::stod(line[3]);
        // scikit-learn breaks ties of features at random. Its median of an even count is the smaller of the
        // two in the middle.
        const double allowed =
            5.0 * std::stod(line[4]) + (line[1].find("lad") != std::string::npos ? 0.02 * mean : 1e-9);
        EXPECT_NEAR(error, mean, allowed) << line[0] << ' ' << line[1];
    }
    EXPECT_GE(sets, 8u); // those that come with the project
}

TEST(LsBoost, EndsWhereTheRowsSetAsideAreJudgedBest)
{
    const auto data = noisy(3);
    const auto all = test::row_range(0, 80);
    const Row left_out[] = {1, 2, 3, 50};
    const auto train = RowSet::all_but(80, left_out);
    std::vector<Row> order;
    train.for_each([&](Row r, std::uint32_t) { order.push_back(r); });
    Stream(7, Purpose::splits).shuffle(std::span(order));
    std::vector<Row> rest(order.begin() + 23, order.end()); // 0.3 of 76 rows, rounded
    std::ranges::sort(rest);
    const std::vector<std::uint32_t> once(rest.size(), 1);
    const auto part = RowSet::of(80, rest, once);
    const auto stopped = said(data, "ls-boost:validation=0.3,patience=5,size=200,eta=0.3", train, all);
    const auto rounds = static_cast<int>(stopped.complexity.front().second);
    ASSERT_GT(rounds, 0);
    ASSERT_LT(rounds, 100);
    double least = 0.0;
    for (int size = std::max(1, rounds - 5); size <= rounds + 5; ++size) {
        const auto p = said(data, "ls-boost:size=" + std::to_string(size) + ",eta=0.3", part, all);
        double loss = 0.0;
        for (std::size_t i = 0; i < 23; ++i)
            loss -= std::log(p.scores[order[i] * 3 + static_cast<std::size_t>(data.class_codes()[order[i]])]);
        if (size == rounds) {
            EXPECT_EQ(p.label, stopped.label);
            for (std::size_t i = 0; i < p.scores.size(); ++i)
                EXPECT_NEAR(p.scores[i], stopped.scores[i], 1e-12);
        }
        if (size == rounds) least = loss;
        if (size > rounds) { EXPECT_GE(loss, least) << size; }
    }
    EXPECT_TRUE(
        make_learner(Spec::parse("ls-boost:validation=0.3"), ResponseType::classes)->traits().stochastic);
    EXPECT_FALSE(make_learner(Spec::parse("mart"), ResponseType::classes)->traits().stochastic);
}

// The responses are noise, and each row occurs four times: trees that know copies of the rows set aside would
// never stop.
TEST(LsBoost, SetsWholeGroupsAside)
{
    NumericColumn x;
    NumericColumn y;
    NumericColumn group;
    for (std::uint64_t i = 0; i < 240; ++i) {
        Stream stream(43, Purpose::generation, i / 4);
        x.values.push_back(stream.uniform());
        y.values.push_back(stream.uniform());
        group.values.push_back(static_cast<double>(i / 4));
    }
    const Table table{
        .source = "t", .columns = {{"x", x}, {"g", group}, {"y", y}}, .declared_types = true, .notes = {}};
    const auto rounds = [&](const Roles& roles) {
        return said(Dataset::make(table, roles), "ls-boost:size=60,validation=0.3,max_depth=9,eta=0.3",
                    RowSet::all(240), test::row_range(0, 9))
            .complexity.front()
            .second;
    };
    EXPECT_GT(rounds({.ignore = {"g"}}), 10);
    EXPECT_LT(rounds({.group = "g"}), 10);
    EXPECT_THROW(said(Dataset::make(table, {.group = "g"}), "ls-boost:validation=0.3",
                      RowSet::of(240, std::vector<Row>{4, 5, 6}, std::vector<std::uint32_t>{1, 1, 1}),
                      test::row_range(0, 9)),
                 LearnerError);
}

TEST(LsBoost, RefusesTheLossOfAnotherResponse)
{
    EXPECT_EQ(
        test::message_of([] { make_learner(Spec::parse("ls-boost:loss=lad"), ResponseType::classes); }),
        "learner 'ls-boost': loss=lad is for numbers, but the target holds classes; expected loss=softmax");
    EXPECT_EQ(
        test::message_of([] { make_learner(Spec::parse("ls-boost:loss=softmax"), ResponseType::numbers); }),
        "learner 'ls-boost': loss=softmax is for classes, but the target holds numbers; expected "
        "loss=squared or lad");
}

} // namespace
} // namespace unseen
