// Intervals of means in a range and of clusters: numbers of other programs, and laws.
#include "interval/beta_laws.hpp"
#include "interval/end_dirichlet.hpp"
#include "interval/unit_ratio.hpp"
#include "support/oracle.hpp"

#include "unseen/base/number.hpp"
#include "unseen/interval/test_interval.hpp"

#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace unseen {
namespace {

double number(const std::string& text) { return parse_number(text).value(); }

std::vector<double> numbers(const std::string& text)
{
    std::vector<double> list;
    for (std::size_t begin = 0; text != "-" && begin <= text.size();) {
        const auto end = std::min(text.find(',', begin), text.size());
        list.push_back(number(text.substr(begin, end - begin)));
        begin = end + 1;
    }
    return list;
}

TEST(RangeIntervals, AgreeWithOtherPrograms)
{
    int lines = 0;
    for (const auto& row : test::oracle_table("ranges.txt")) {
        ++lines;
        SCOPED_TRACE(row[0] + ' ' + row[1] + ' ' + row[2] + ' ' + row[3]);
        if (row[0] == "range") {
            const RangedValues values{numbers(row[3]), numbers(row[4]), number(row[1]), number(row[2])};
            const auto limits = end_dirichlet_limits(values, row[8] == "0" ? 0.0 : 1.0 / 3.0, 0.05);
            EXPECT_NEAR(values.mean(), number(row[5]), 1e-12);
            const double span = values.high - values.low;
            EXPECT_NEAR(limits.lower, number(row[6]), 1e-9 * span);
            EXPECT_NEAR(limits.upper, number(row[7]), 1e-9 * span);
            continue;
        }
        const UnitTotals totals{numbers(row[1]), numbers(row[2]), number(row[3]), number(row[4])};
        const auto spread = spread_of(totals);
        EXPECT_NEAR(spread.variance, number(row[5]), 1e-12);
        EXPECT_NEAR(spread.df, number(row[6]), 1e-9);
        const auto limits =
            row[0] == "hall" ? hall_limits(totals, Level(0.95)) : korn_graubard_limits(totals, Level(0.95));
        EXPECT_NEAR(std::max(0.0, limits->lower), number(row[7]), 1e-9);
        EXPECT_NEAR(limits->upper, number(row[8]), 1e-9);
    }
    EXPECT_GT(lines, 30);
}

// Values at the ends of the range have the limits of beta laws, also of many rows; turned round they turn.
TEST(RangeIntervals, LawsOfTheMeanInARange)
{
    for (const auto& [ones, rows] : {std::pair(0, 7), {1, 5}, {3, 400}, {150, 3000}, {4999, 5000}}) {
        RangedValues values{std::vector<double>(static_cast<std::size_t>(rows), 2.0), {}, 2.0, 6.0};
        for (int i = 0; i < ones; ++i) values.sums[static_cast<std::size_t>(i)] = 6.0;
        const auto limits = end_dirichlet_limits(values, 1.0 / 3.0, 0.1);
        const auto beta = beta_limits(ones, rows, 1.0 / 3.0, 0.1);
        EXPECT_NEAR(limits.lower, 2.0 + 4.0 * beta.lower, 1e-9);
        EXPECT_NEAR(limits.upper, 2.0 + 4.0 * beta.upper, 1e-9);
    }
    // More values than are integrated: near Student's limits.
    RangedValues many{{}, {}, 0.0, 1.0};
    for (int i = 0; i < 6'000; ++i) many.sums.push_back(std::pow((i + 0.5) / 6'000, 3.0));
    const auto limits = end_dirichlet_limits(many, 1.0 / 3.0, 0.05);
    const double half = 1.95996 * std::sqrt((1.0 / 7 - 1.0 / 16) / 6'000);
    EXPECT_NEAR(limits.upper - limits.lower, 2.0 * half, 0.01 * half);
    EXPECT_NEAR(limits.upper + limits.lower, 0.5, 0.05 * half); // the values are skew
}

/// The same limits from groups of many values as from each value, which weights of 1 ask for.
TEST(RangeIntervals, OfManyValuesAreThoseOfEach)
{
    Stream stream(5, Purpose::generation, 0, 0);
    RangedValues each;
    for (int i = 0; i < 140000; ++i) {
        const double u = static_cast<double>(stream.below(1U << 30)) * 0x1p-30;
        each.sums.push_back(u * u * u);
    }
    auto grouped = each;
    each.weights.assign(each.sums.size(), 1.0);
    const auto exact = end_dirichlet_limits(each, 1.0 / 3.0, 0.05);
    const auto fast = end_dirichlet_limits(grouped, 1.0 / 3.0, 0.05);
    EXPECT_NEAR(fast.lower, exact.lower, 1e-10);
    EXPECT_NEAR(fast.upper, exact.upper, 1e-10);
    EXPECT_NE(fast.lower, exact.lower); // by another way
}

} // namespace
} // namespace unseen
