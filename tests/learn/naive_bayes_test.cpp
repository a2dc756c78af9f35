// naive-bayes: worked examples, edges, and scikit-learn's labels and posteriors.
#include "learn/sklearn_table.hpp"

#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

using namespace unseen;
using namespace unseen::test;

namespace {

using Labelled = std::vector<std::uint32_t>;

double log_normal(double x, double mean, double variance)
{
    return -0.5 * std::log(2 * std::numbers::pi * variance) - (x - mean) * (x - mean) / (2 * variance);
}

/// The score of class 0 of two, from the log joint densities.
double share(double first, double second) { return 1.0 / (1.0 + std::exp(second - first)); }

} // namespace

TEST(NaiveBayes, NumbersHaveNormalDensities)
{
    // Class a: 1, 3 (mean 2, variance 1). Class b: 6, 8, 10 (mean 8, variance 8/3). All: mean 5.6, sum of
    // squares 4.6^2 + 2.6^2 + .4^2 + 2.4^2 + 4.4^2 = 53.2, so 1e-9 x 10.64 is added.
    const auto data =
        dataset({numbers("x", {1, 3, 6, 8, 10, 4.5}), codes("class", {"a", "b"}, {0, 0, 1, 1, 1, -1})});
    const double added = 1e-9 * 53.2 / 5;
    const auto p = trained_on_all(data, "naive-bayes", {5});
    const double expected = share(std::log(0.4) + log_normal(4.5, 2, 1 + added),
                                  std::log(0.6) + log_normal(4.5, 8, 8.0 / 3 + added));
    EXPECT_NEAR(p.scores[0], expected, 1e-14);
    EXPECT_NEAR(p.scores[1], 1 - expected, 1e-14);
    EXPECT_EQ(p.label[0], expected >= 0.5 ? 0U : 1U);
}

TEST(NaiveBayes, CategoriesAreCountedFromOne)
{
    // Labels p q r. Class a: p p q -> p (2+1)/(3+3), r 1/6. Class b: q -> p 1/4, r 1/4. Priors 3/4, 1/4.
    const auto data = dataset(
        {codes("f", {"p", "q", "r"}, {0, 0, 1, 1, 0, 2}), codes("class", {"a", "b"}, {0, 0, 0, 1, -1, -1})});
    const auto p = trained_on_all(data, "naive-bayes", {4, 5});
    const double with_p = (3.0 / 4 * 3 / 6) / (3.0 / 4 * 3 / 6 + 1.0 / 4 * 1 / 4);
    const double with_r = (3.0 / 4 * 1 / 6) / (3.0 / 4 * 1 / 6 + 1.0 / 4 * 1 / 4);
    EXPECT_NEAR(p.scores[0], with_p, 1e-15);
    EXPECT_NEAR(p.scores[2], with_r, 1e-15);
}

TEST(NaiveBayes, MissingCellsAreLeftOut)
{
    // x: a has 1, ?, 3; b has 6, 10. f: a has p, ?, ? (p 2/3); b has q, q (p 1/4). The queries know x, f, or
    // nothing.
    const auto data = dataset({numbers("x", {1, missing, 3, 6, 10, 5, missing, missing}),
                               codes("f", {"p", "q"}, {0, -1, -1, 1, 1, -1, 0, -1}),
                               codes("class", {"a", "b"}, {0, 0, 0, 1, 1, -1, -1, -1})});
    const auto p = trained_on_all(data, "naive-bayes", {5, 6, 7});
    const double added = 1e-9 * (16 + 4 + 1 + 25) / 4; // mean of 1, 3, 6, 10 is 5
    EXPECT_NEAR(
        p.scores[0],
        share(std::log(0.6) + log_normal(5, 2, 1 + added), std::log(0.4) + log_normal(5, 8, 4 + added)),
        1e-14);
    EXPECT_NEAR(p.scores[2], 0.6 * 2 / 3 / (0.6 * 2 / 3 + 0.4 / 4), 1e-15);
    EXPECT_NEAR(p.scores[4], 0.6, 1e-15);
}

TEST(NaiveBayes, AClassWithoutValuesOfAFeatureTakesTheOverallDensity)
{
    // x: a has 1, 3, b has none: b gets mean 2, variance 1 as well, so the priors decide.
    const auto data =
        dataset({numbers("x", {1, 3, missing, missing, 5}), codes("class", {"a", "b"}, {0, 0, 1, 1, -1})});
    const auto p = trained_on_all(data, "naive-bayes", {4});
    EXPECT_NEAR(p.scores[0], 0.5, 1e-15);
    EXPECT_EQ(p.label, Labelled{0});
}

TEST(NaiveBayes, AClassWithoutTrainingRowsIsNeverPredicted)
{
    const auto data =
        dataset({numbers("x", {1, 3, 2, 50}), codes("class", {"never", "a", "b"}, {1, 1, 2, 2})});
    const Row left_out[] = {2, 3};
    const std::size_t variants[] = {0};
    const auto p = prepare(data, {"naive-bayes"})
                       ->evaluate(task(RowSet::all_but(4, left_out), left_out), variants)
                       .front();
    EXPECT_EQ(p.label, (Labelled{1, 1}));
    EXPECT_EQ(p.scores, (std::vector<double>{0, 1, 0, 0, 1, 0}));
}

TEST(NaiveBayes, ConstantAndEmptyFeaturesSayNothing)
{
    const auto data =
        dataset({numbers("same", {0.1, 0.1, 0.1, 9}), numbers("none", {missing, missing, missing, 1}),
                 codes("class", {"a", "b"}, {0, 1, 1, -1})});
    const auto p = trained_on_all(data, "naive-bayes", {3});
    EXPECT_NEAR(p.scores[0], 1.0 / 3, 1e-15);
    EXPECT_EQ(p.label, Labelled{1});
}

TEST(NaiveBayes, AFoldThatTakesAllSpreadAwayLeavesNone)
{
    // The third row of a is all the spread of a: without it a is constant, and what is left of its sum of
    // squares is rounding.
    const auto data =
        dataset({numbers("x", {0.1, 0.1, 1e6, 0.3, 0.7}), codes("class", {"a", "b"}, {0, 0, 0, 1, 1})});
    const Row left_out[] = {2};
    const auto rows = row_range(0, 5);
    const auto prepared = prepare(data, {"naive-bayes"});
    const auto set = RowSet::all_but(5, left_out);
    const std::size_t variants[] = {0};
    const auto fast = prepared->evaluate(task(set, rows), variants).front();
    const auto direct = prepared->fit(task(set, rows), 0)->predict(data, rows);
    EXPECT_EQ(fast.label, direct.label);
    for (std::size_t i = 0; i < fast.scores.size(); ++i) EXPECT_NEAR(fast.scores[i], direct.scores[i], 1e-9);
    EXPECT_EQ(fast.label, (Labelled{0, 0, 1, 1, 1}));
}

TEST(NaiveBayes, HugeValuesGiveThePriors)
{
    const auto data = dataset({numbers("x", {1, 3, 2, 1e300}), codes("class", {"a", "b"}, {0, 1, 1, -1})});
    EXPECT_NEAR(trained_on_all(data, "naive-bayes", {3}).scores[0], 1.0 / 3, 1e-15);
}

TEST(NaiveBayes, OneRowIsEnough)
{
    const auto data = dataset({numbers("x", {4, 5}), codes("class", {"a", "b"}, {1, -1})});
    EXPECT_EQ(trained_on_all(data, "naive-bayes", {0, 1}).scores, (std::vector<double>{0, 1, 0, 1}));
}

class BayesOnRealData : public testing::TestWithParam<const char*> {};

TEST_P(BayesOnRealData, AgreesWithScikitLearn)
{
    const auto table = SklearnTable::read(GetParam());
    const auto data = table.data();
    for (const bool loo : {true, false}) {
        const std::string method = loo ? "nb.loo" : "nb.all";
        const auto predicted = row_by_row(data, "naive-bayes", loo);
        const std::size_t column = table.index(method);
        std::size_t wrong = 0;
        for (Row r = 0; r < data.labelled(); ++r) {
            const auto& expected = table.cells[r][column];
            if (expected == "-") continue;
            EXPECT_EQ(std::to_string(predicted[r].label[0]), expected) << method << " row " << r;
            wrong += predicted[r].label[0] != static_cast<std::uint32_t>(data.class_codes()[r]);
        }
        std::size_t checked = 0;
        for (const auto& errors : table.errors)
            if (errors.method == method) {
                EXPECT_EQ(wrong, errors.errors);
                ++checked;
            }
        for (const auto& posterior : table.posteriors) {
            if (posterior.method != method) continue;
            ++checked;
            for (std::size_t c = 0; c < posterior.log_scores.size(); ++c) {
                // Both sides sum some tens of terms of a size up to 1e4 at times: 1e-9 of a score, relative
                // where it is small but still a normal number.
                const double expected = std::exp(posterior.log_scores[c]);
                EXPECT_NEAR(predicted[posterior.row].scores[c], expected, 1e-9 * expected + 1e-300)
                    << method << " row " << posterior.row;
            }
        }
        EXPECT_GE(checked, 3U);
    }
}

INSTANTIATE_TEST_SUITE_P(Sets, BayesOnRealData,
                         testing::Values("iris", "wine", "glass", "diabetes", "wdbc", "sonar", "banknote",
                                         "phoneme", "vehicle"),
                         [](const auto& set) { return std::string(set.param); });

// The counts of a fold are those of all rows minus its own; a model by fit() reads the training rows. Weights
// of 1e-6 to 1e6 and 0, gaps, a category of one row, and a row that outweighs its class, so that a
// subtraction loses all digits.
TEST(NaiveBayes, WeightedFoldsAreThoseOfReadingTheirRows)
{
    constexpr Row n = 90;
    std::vector<double> x;
    std::vector<double> z;
    std::vector<double> weight;
    std::vector<std::int32_t> f;
    std::vector<std::int32_t> y;
    for (Row i = 0; i < n; ++i) {
        Stream stream(5, Purpose::generation, i);
        const auto c = static_cast<std::int32_t>(stream.below(3));
        y.push_back(c);
        x.push_back(i % 11 == 4 ? missing : 1e3 + c + stream.uniform());
        z.push_back(c == 2 ? 7.0 : stream.uniform());
        f.push_back(i == 8 ? 3 : static_cast<std::int32_t>(stream.below(4)) - 1);
        weight.push_back(i % 13 == 5 ? 0.0 : i == 21 ? 1e6 : i % 7 == 2 ? 1e-6 : 0.1 + stream.uniform());
    }
    Table table;
    table.source = "table in the test";
    table.columns = {numbers("x", x), numbers("z", z), codes("f", {"p", "q", "r", "alone"}, f),
                     numbers("w", weight), codes("class", {"a", "b", "c"}, y)};
    table.declared_types = true;
    const auto data = Dataset::make(table, {.weight = "w"});
    const auto prepared = prepare(data, {"naive-bayes"});
    const auto rows = row_range(0, n);
    const auto expect_equal = [&](const std::vector<Row>& left_out) {
        const auto train = RowSet::all_but(n, left_out);
        ASSERT_TRUE(train.is_complement());
        const std::size_t variants[] = {0};
        const auto fold = prepared->evaluate(task(train, rows), variants).front();
        const auto read = prepared->fit(task(train, rows), 0)->predict(data, rows);
        for (std::size_t i = 0; i < fold.scores.size(); ++i)
            EXPECT_NEAR(fold.scores[i], read.scores[i], 1e-11)
                << "without row " << left_out.front() << ", score " << i;
    };
    for (Row r = 0; r < n; ++r) expect_equal({r});
    for (Row fold = 0; fold < 9; ++fold) {
        std::vector<Row> left_out;
        for (Row r = fold; r < n; r += 9) left_out.push_back(r);
        expect_equal(left_out);
    }
    std::vector<Row> of_a; // a class that all leave
    for (Row r = 0; r < n; ++r)
        if (y[r] == 0) of_a.push_back(r);
    expect_equal(of_a);
}
