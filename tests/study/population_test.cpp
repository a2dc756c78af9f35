// Populations: the distributions of the known sources, and samples of finite populations.
#include "support/messages.hpp"
#include "unseen/base/error.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/moments.hpp"
#include "unseen/study/population.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

namespace unseen {
namespace {

constexpr std::uint64_t many = 100000;

const std::vector<double>& numbers_of(const Table& table, std::size_t column)
{
    return table.columns[column].numeric().values;
}
const std::vector<std::int32_t>& codes_of(const Table& table) { return table.columns.back().coded().codes; }

/// The share of rows on which the rule errs.
template <class Rule>
double error_of(const Table& table, const Rule& rule)
{
    double wrong = 0.0;
    for (std::size_t r = 0; r < table.rows(); ++r) wrong += rule(r) != (codes_of(table)[r] == 1);
    return wrong / static_cast<double>(table.rows());
}

/// Five standard errors of a share of `many` rows: passed by chance once in two million.
double noise(double share) { return 5.0 * std::sqrt(share * (1.0 - share) / static_cast<double>(many)); }

TEST(Population, TheBestRuleOfEachSourceHasTheBayesErrorThatItNames)
{
    for (const char* text : {"gaussian", "gaussian:distance=1,features=3", "gaussian:distance=0",
                             "heavy-tails", "heavy-tails:df=1,distance=3", "heavy-tails:df=7.5,distance=1",
                             "xor", "xor:noise=0.3,features=4"}) {
        const auto source = make_population(Spec::parse(text));
        const auto fresh = source.draw(1, 0, 0, many).fresh;
        const bool quadrants = source.name.starts_with("xor");
        const double error = error_of(fresh, [&](std::size_t r) {
            return (numbers_of(fresh, 0)[r] > 0.0) != (quadrants && numbers_of(fresh, 1)[r] > 0.0);
        });
        ASSERT_EQ(source.least.size(), 1U);
        const auto& [measure, bayes] = source.least.front();
        EXPECT_EQ(measure, "error_rate");
        EXPECT_NEAR(error, bayes, noise(bayes)) << text;
    }
    EXPECT_NEAR(make_population(Spec::parse("gaussian:distance=3")).least.front().second, 0.066807201268858,
                1e-14);
    EXPECT_NEAR(make_population(Spec::parse("heavy-tails:df=1")).least.front().second, 0.25,
                1e-14); // Cauchy: atan
}

TEST(Population, NoiseFeaturesHaveTheNamedDistribution)
{
    const auto tails = [](const Table& table, double beyond) {
        double share = 0.0;
        for (const double x : numbers_of(table, 1)) share += x > beyond;
        return share / static_cast<double>(many);
    };
    const auto normal = make_population(Spec("gaussian")).draw(2, 0, many, 0).sample;
    Moments moments;
    moments.add(numbers_of(normal, 1));
    EXPECT_NEAR(moments.mean(), 0.0, 5.0 / std::sqrt(static_cast<double>(many)));
    EXPECT_NEAR(moments.variance(), 1.0, 5.0 * std::sqrt(2.0 / static_cast<double>(many)));
    const auto heavy = make_population(Spec::parse("heavy-tails:df=2.5")).draw(2, 0, many, 0).sample;
    for (const double x : {-3.0, -1.0, 0.0, 0.5, 2.0, 4.0}) {
        EXPECT_NEAR(tails(normal, x), normal_tail(x), noise(normal_tail(x)) + 1e-12);
        EXPECT_NEAR(tails(heavy, x), student_t_tail(x, 2.5), noise(student_t_tail(x, 2.5)));
    }
}

TEST(Population, TheResidualsOfFriedmansFunctionAreTheNoise)
{
    const auto source = make_population(Spec::parse("regression:noise=2,features=6"));
    const auto fresh = source.draw(3, 1, 0, many).fresh;
    double squares = 0.0;
    double sizes = 0.0;
    for (std::size_t r = 0; r < many; ++r) {
        const auto x = [&](std::size_t f) { return numbers_of(fresh, f)[r]; };
        const double best = 10.0 * std::sin(std::numbers::pi * x(0) * x(1)) +
                            20.0 * std::pow(x(2) - 0.5, 2.0) + 10.0 * x(3) + 5.0 * x(4);
        const double miss = numbers_of(fresh, 6)[r] - best;
        squares += miss * miss;
        sizes += std::abs(miss);
    }
    const double n = static_cast<double>(many);
    EXPECT_EQ(source.least[0], std::pair(std::string("rmse"), 2.0));
    EXPECT_NEAR(std::sqrt(squares / n), 2.0, 5.0 * 2.0 / std::sqrt(2.0 * n));
    EXPECT_NEAR(sizes / n, source.least[2].second, 5.0 * 2.0 / std::sqrt(n));
}

TEST(Population, DrawsAreNestedAndDifferByRepetitionAndSeed)
{
    const auto iris = Dataset::make(read_table(std::string(UNSEEN_SOURCE_DIR) + "/data/iris.csv"));
    for (const auto& population : {make_population(Spec("gaussian")), make_population(iris, "iris")}) {
        const auto small = numbers_of(population.draw(1, 4, 20, 10).sample, 0);
        auto large = numbers_of(population.draw(1, 4, 50, 10).sample, 0);
        EXPECT_NE(large, numbers_of(population.draw(1, 5, 50, 10).sample, 0));
        EXPECT_NE(large, numbers_of(population.draw(2, 4, 50, 10).sample, 0));
        EXPECT_NE(numbers_of(population.draw(1, 4, 10, 10).fresh, 0),
                  numbers_of(population.draw(1, 4, 10, 10).sample, 0));
        large.resize(20);
        EXPECT_EQ(small, large);
    }
}

/// The rows of a table, in any order.
std::multiset<std::vector<double>> rows_of(const Table& table)
{
    std::multiset<std::vector<double>> rows;
    for (std::size_t r = 0; r < table.rows(); ++r) {
        std::vector<double> cells;
        for (const auto& column : table.columns)
            cells.push_back(column.is_numeric() ? column.numeric().values[r] : column.coded().codes[r]);
        rows.insert(std::move(cells));
    }
    return rows;
}

TEST(Population, ASampleOfAFileAndItsFreshRowsAreItsRows)
{
    const auto iris = Dataset::make(read_table(std::string(UNSEEN_SOURCE_DIR) + "/data/iris.csv"));
    const auto population = make_population(iris, "iris");
    EXPECT_EQ(population.rows, 150U);
    const auto all = rows_of(population.draw(1, 0, 150, 0).sample);
    for (const auto& [n, fresh, left] :
         {std::tuple(40U, 1000U, 110U), std::tuple(40U, 30U, 30U), std::tuple(149U, 1U, 1U)}) {
        const auto drawn = population.draw(9, 2, n, fresh);
        EXPECT_EQ(drawn.sample.rows(), n);
        EXPECT_EQ(drawn.fresh.rows(), left);
        auto both = rows_of(drawn.sample);
        both.merge(rows_of(drawn.fresh));
        EXPECT_TRUE(std::includes(all.begin(), all.end(), both.begin(), both.end()));
        const auto data = sample_of(population, drawn.sample, &drawn.fresh);
        EXPECT_EQ(data.labelled(), n);
        EXPECT_EQ(data.classes().names(), iris.classes().names());
    }
}

TEST(Population, RefusesRowsThatAreNotAlike)
{
    const std::string file = std::string(UNSEEN_SOURCE_DIR) + "/data/iris.csv";
    for (const Roles& roles : {Roles{.group = "Sepal.Length"}, Roles{.weight = "Sepal.Length"},
                               Roles{.target = "Sepal.Length,Sepal.Width"}}) {
        const auto data = Dataset::make(read_table(file), roles);
        EXPECT_NE(
            test::message_of([&] { make_population(data, "iris"); }).find("iris: rows with weights, groups"),
            std::string::npos);
    }
    EXPECT_THROW(make_population(Spec("gauss")), InputError);
    EXPECT_THROW(make_population(Spec::parse("xor:noise=0.6")), InputError);
}

} // namespace
} // namespace unseen
