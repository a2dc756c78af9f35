// Limits that hold at any time, beside mpmath and SciPy, and what makes them hold.
#include "stats/ladder.hpp"
#include "support/oracle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace unseen {
namespace {

LadderCounts counted(const std::vector<double>& values, const std::vector<int>& counts)
{
    LadderCounts all;
    for (std::size_t i = 0; i < values.size(); ++i)
        for (int n = 0; n < counts[i]; ++n) all.add(values[i]);
    return all;
}

std::vector<double> numbers_in(const std::string& text)
{
    std::vector<double> all;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, ',');) all.push_back(std::stod(part));
    return all;
}

TEST(Ladder, AgreesWithOtherProgramsOnAccuracies)
{
    std::size_t lines = 0;
    for (const auto& line : test::oracle_table("any_time.txt")) {
        if (line[0] != "accuracy") continue;
        SCOPED_TRACE(line[1] + " of " + line[2]);
        const int right = std::stoi(line[1]);
        const auto all = counted({0.0, 1.0}, {std::stoi(line[2]) - right, right});
        const auto expected = [&](std::size_t i) { return std::stod(line[i]); };
        const auto tolerance = [](double x) { return 1e-9 * std::max(1.0, std::abs(x)); };
        EXPECT_NEAR(all.log_e(expected(3), false), expected(4), tolerance(expected(4)));
        EXPECT_NEAR(all.log_e(expected(3), true), expected(5), tolerance(expected(5)));
        EXPECT_NEAR(all.limits(0.05).lower, expected(6), 1e-9);
        EXPECT_NEAR(all.limits(0.05).upper, expected(7), 1e-9);
        EXPECT_NEAR(all.limits(0.025).lower, expected(8), 1e-9);
        EXPECT_NEAR(all.limits(0.025).upper, expected(9), 1e-9);
        ++lines;
    }
    EXPECT_EQ(lines, 10U);
}

TEST(Ladder, AgreesWithOtherProgramsOnPairs)
{
    std::size_t lines = 0;
    for (const auto& line : test::oracle_table("any_time.txt")) {
        if (line[0] != "pair") continue;
        SCOPED_TRACE(line[1] + " and " + line[2] + " of " + line[3]);
        const int a = std::stoi(line[1]);
        const int b = std::stoi(line[2]);
        const double d = std::stod(line[4]);
        const auto all = counted({0.0, 0.5, 1.0}, {b, std::stoi(line[3]) - a - b, a});
        const auto unit = [](double difference) { return 0.5 * (1.0 + difference); };
        EXPECT_NEAR(all.log_e(unit(0.0), false), std::stod(line[5]), 1e-8);
        EXPECT_NEAR(all.log_e(unit(0.0), true), std::stod(line[6]), 1e-8);
        EXPECT_NEAR(all.log_e(unit(-d), false), std::stod(line[7]), 1e-8);
        EXPECT_NEAR(all.log_e(unit(-d), true), std::stod(line[8]), 1e-8);
        EXPECT_NEAR(all.limits(0.05).lower, unit(std::stod(line[9])), 1e-9);
        EXPECT_NEAR(all.limits(0.05).upper, unit(std::stod(line[10])), 1e-9);
        EXPECT_NEAR(all.limits(0.025).lower, unit(std::stod(line[11])), 1e-9);
        EXPECT_NEAR(all.limits(0.025).upper, unit(std::stod(line[12])), 1e-9);
        ++lines;
    }
    EXPECT_EQ(lines, 9U);
}

TEST(Ladder, AgreesWithOtherProgramsOnLevels)
{
    std::size_t lines = 0;
    for (const auto& line : test::oracle_table("any_time.txt")) {
        if (line[0] != "levels") continue;
        auto values = numbers_in(line[1]);
        const double low = values.front();
        const double range = values.back() - low;
        for (double& x : values) x = (x - low) / range;
        std::vector<int> counts;
        for (const double n : numbers_in(line[2])) counts.push_back(static_cast<int>(n));
        const auto limits = counted(values, counts).limits(0.025);
        EXPECT_NEAR(low + range * limits.lower, std::stod(line[3]), 1e-9);
        EXPECT_NEAR(low + range * limits.upper, std::stod(line[4]), 1e-9);
        ++lines;
    }
    EXPECT_EQ(lines, 4U);
}

/// Over all numbers of right rows, E has the mean 1 if the accuracy is the bound, and less if it is below.
TEST(Ladder, IsAFairBet)
{
    for (const int n : {1, 7, 40})
        for (const double c : {0.5, 0.9, 0.99})
            for (const double truth : {c, 0.8 * c}) {
                double mean = 0.0;
                for (int k = 0; k <= n; ++k) {
                    const double log_p = std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) +
                                         k * std::log(truth) + (n - k) * std::log1p(-truth);
                    mean += std::exp(log_p + counted({0.0, 1.0}, {n - k, k}).log_e(c, false));
                }
                if (truth == c)
                    EXPECT_NEAR(mean, 1.0, 1e-11) << n << ' ' << c;
                else
                    EXPECT_LT(mean, 1.0);
            }
}

TEST(Ladder, KeepsGradesAndPercentagesAndRoundsOthersDown)
{
    LadderCounts third, percent, between;
    third.add(1.0 / 3.0);
    percent.add(0.29); // 0.29 * 25200 is 7307.9999...
    between.add(0.123456789);
    EXPECT_EQ(third.from_low().begin()->first, ladder_steps / 3);
    EXPECT_EQ(third.from_high().begin()->first, 2 * ladder_steps / 3);
    EXPECT_EQ(percent.from_low().begin()->first, 7308U);
    EXPECT_EQ(between.from_low().begin()->first + between.from_high().begin()->first, ladder_steps - 1);
    for (const double bound : {0.05, 0.3, 0.9}) { // E only falls
        const double exact = [&] {
            double sum = 0.0;
            for (int g = 0; g < 12; ++g) {
                const double r = std::pow(0.003, g / 11.0);
                sum += 1.0 - r + r * 0.123456789 / bound;
            }
            return std::log(sum / 12.0);
        }();
        EXPECT_LE(between.log_e(bound, false), exact);
        EXPECT_NEAR(between.log_e(bound, false), exact, 1e-3);
    }
}

TEST(Ladder, AtItsEdges)
{
    const LadderCounts none;
    EXPECT_EQ(none.log_e(0.5, false), 0.0);
    EXPECT_EQ(none.limits(0.05), (Limits{0.0, 1.0}));
    EXPECT_FALSE(none.growth_to(0.5, false, 0.05));
    const auto wrong = counted({0.0}, {50});
    EXPECT_EQ(wrong.limits(0.05).lower, 0.0);
    EXPECT_LT(wrong.limits(0.05).upper, 0.2);
    EXPECT_TRUE(std::isinf(counted({1.0}, {1}).log_e(0.0, false))); // more than 0 is certain
    EXPECT_EQ(counted({1.0}, {1000}).limits(0.05).upper, 1.0);
    const auto many = counted({0.0, 1.0}, {1, 999});
    EXPECT_LT(many.limits(1e-9).lower, many.limits(0.05).lower);
    EXPECT_FALSE(many.growth_to(0.9995, false, 0.05)); // the figure lies on the other side
}

TEST(Ladder, GrowsToADecision)
{
    const auto some = counted({0.0, 1.0}, {5, 95});
    const auto growth = some.growth_to(0.9, false, 0.05);
    ASSERT_TRUE(growth);
    const int times = static_cast<int>(std::ceil(*growth));
    EXPECT_GT(counted({0.0, 1.0}, {5 * times, 95 * times}).limits(0.05).lower, 0.9);
    EXPECT_LT(counted({0.0, 1.0}, {5 * (times - 1), 95 * (times - 1)}).limits(0.05).lower, 0.9);
}

TEST(Ladder, CountsAddInAnyOrder)
{
    auto one = counted({0.25, 0.7}, {3, 4});
    const auto other = counted({0.7, 0.123}, {2, 1});
    auto turned = other;
    turned.merge(one);
    one.merge(other);
    EXPECT_EQ(one.from_low(), turned.from_low());
    EXPECT_EQ(one.size(), 10U);
    EXPECT_EQ(one.limits(0.05), turned.limits(0.05));
    EXPECT_TRUE(LadderCounts::of(one.from_low(), one.from_high()));
    EXPECT_FALSE(LadderCounts::of(one.from_low(), other.from_high()));
}

} // namespace
} // namespace unseen
