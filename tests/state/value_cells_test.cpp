// Numbers in cells: the cells ascend with the numbers, and the limits hold for every order inside the cells.
#include "state/value_cells.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

using namespace unseen;

namespace {

struct ScoredRow {
    double score;
    bool positive;
};

/// By counting pairs, and by going down the scores: no code of the library's.
double auc_by_pairs(const std::vector<ScoredRow>& rows)
{
    double won = 0.0;
    double pairs = 0.0;
    for (const auto& a : rows)
        for (const auto& b : rows)
            if (a.positive && !b.positive) {
                won += a.score > b.score ? 1.0 : a.score == b.score ? 0.5 : 0.0;
                pairs += 1.0;
            }
    return won / pairs;
}

double average_precision_by_steps(std::vector<ScoredRow> rows)
{
    std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
    double sum = 0.0;
    double found = 0.0;
    for (std::size_t begin = 0; begin < rows.size();) {
        std::size_t end = begin;
        double gained = 0.0;
        for (; end < rows.size() && rows[end].score == rows[begin].score; ++end)
            gained += rows[end].positive ? 1.0 : 0.0;
        found += gained;
        sum += gained * found / static_cast<double>(end);
        begin = end;
    }
    return sum / found;
}

std::vector<ValueCell> cells_of(const std::vector<ScoredRow>& rows, std::uint64_t n)
{
    ValueCells cells(n, CellScale::unit);
    for (const auto& row : rows) cells.add(row.score, row.positive);
    return cells.cells();
}

} // namespace

TEST(ValueCells, AscendWithTheNumbers)
{
    const double infinity = std::numeric_limits<double>::infinity();
    std::mt19937_64 random(1);
    std::vector<double> numbers = {0.0,
                                   1.0,
                                   0.5,
                                   2.0,
                                   65536.0,
                                   1e300,
                                   std::numeric_limits<double>::max(),
                                   std::numeric_limits<double>::denorm_min()};
    for (int i = 0; i < 3000; ++i)
        numbers.push_back(std::ldexp(1.0 + std::ldexp(static_cast<double>(random() >> 11), -53),
                                     static_cast<int>(random() % 60) - 40));
    for (std::size_t i = 0; i < 3000; ++i) numbers.push_back(std::nextafter(numbers[i], infinity));
    auto both = numbers;
    for (const double x : numbers) both.push_back(-x);
    for (const std::uint64_t n : {1024, 65536}) {
        std::sort(both.begin(), both.end());
        for (std::size_t i = 1; i < both.size(); ++i)
            ASSERT_LE(cell_of(both[i - 1] + 0.0, n, CellScale::unit),
                      cell_of(both[i] + 0.0, n, CellScale::unit))
                << both[i];
        std::sort(numbers.begin(), numbers.end());
        for (std::size_t i = 1; i < numbers.size(); ++i)
            ASSERT_LE(cell_of(numbers[i - 1], n, CellScale::relative),
                      cell_of(numbers[i], n, CellScale::relative))
                << numbers[i];
    }
    EXPECT_EQ(cell_of(0.999999, 1024, CellScale::unit), 1023);
    EXPECT_EQ(cell_of(1.0, 1024, CellScale::unit), 1024);
    for (const std::uint64_t n : {0, 1000, 512, 2097152})
        EXPECT_THROW(ValueCells(n, CellScale::unit), InputError);
}

TEST(ValueCells, GiveTheLimitsOfTheReference)
{
    const auto rows = std::vector<ValueCell>{
        {5, 45, 0.1, 0.2}, {10, 30, 0.3, 0.4}, {20, 15, 0.5, 0.6}, {25, 8, 0.7, 0.8}, {30, 2, 0.9, 1.0}};
    const auto auc = auc_limits(rows);
    EXPECT_NEAR(auc.lower, 0.7933333333333333, 1e-15);
    EXPECT_NEAR(auc.upper, 0.9138888888888889, 1e-15);
    EXPECT_LE(auc.lower, 0.7933333333333333);
    const auto precision = average_precision_limits(rows);
    EXPECT_NEAR(precision.lower, 0.7534181991511174, 1e-12);
    EXPECT_NEAR(precision.upper, 0.9177842982689786, 1e-12);
}

TEST(ValueCells, LimitsContainTheExactValuesAndCellsOfOneValueAreExact)
{
    std::mt19937_64 random(3);
    for (int trial = 0; trial < 60; ++trial) {
        std::vector<ScoredRow> rows = {{0.5, true}, {0.25, false}};
        const bool ties = trial % 3 == 0;
        for (int i = 0; i < 150; ++i) {
            const double u = static_cast<double>(random() >> 11) * 0x1p-53;
            const double score = ties             ? std::floor(20.0 * u) / 20.0
                                 : trial % 3 == 1 ? u / 64.0
                                                  : std::tan(3.0 * (u - 0.5));
            rows.push_back({score, random() % 3 == 0});
        }
        const auto cells = cells_of(rows, 1024);
        const auto auc = auc_limits(cells);
        const auto precision = average_precision_limits(cells);
        const double exact = auc_by_pairs(rows);
        const double exact_precision = average_precision_by_steps(rows);
        EXPECT_LE(auc.lower, exact * (1.0 + 1e-15));
        EXPECT_GE(auc.upper, exact * (1.0 - 1e-15));
        EXPECT_LE(precision.lower, exact_precision);
        EXPECT_GE(precision.upper, exact_precision);
        if (ties) {
            EXPECT_NEAR(auc.upper - auc.lower, 0.0, 1e-15);
            EXPECT_NEAR(precision.upper - precision.lower, 0.0, 1e-12);
        }
    }
}

/// Every order of the rows of small cells, by their scores inside the cell: the limits are attained or nearly
/// so, and never exceeded.
TEST(ValueCells, NoOrderInsideTheCellsLeavesTheLimits)
{
    std::mt19937_64 random(4);
    const std::vector<std::pair<int, int>> sizes = {{2, 1}, {1, 2}, {0, 1}, {3, 2}};
    double least = 2.0;
    double most = -1.0;
    Limits limits{};
    for (int trial = 0; trial < 4000; ++trial) {
        std::vector<ScoredRow> rows;
        for (std::size_t c = 0; c < sizes.size(); ++c) {
            const auto inside = [&] {
                return (static_cast<double>(c) + static_cast<double>(random() % 5) / 8.0) / 1024.0;
            };
            for (int i = 0; i < sizes[c].first; ++i) rows.push_back({inside(), true});
            for (int i = 0; i < sizes[c].second; ++i) rows.push_back({inside(), false});
        }
        const auto cells = cells_of(rows, 1024);
        limits = auc_limits(cells);
        const double exact = auc_by_pairs(rows);
        ASSERT_GE(exact, limits.lower - 1e-15);
        ASSERT_LE(exact, limits.upper + 1e-15);
        const auto precision = average_precision_limits(cells);
        const double exact_precision = average_precision_by_steps(rows);
        ASSERT_GE(exact_precision, precision.lower);
        ASSERT_LE(exact_precision, precision.upper);
        least = std::min(least, exact);
        most = std::max(most, exact);
    }
    EXPECT_LT(least, most);
}

TEST(ValueCells, QuantilesHaveLimits)
{
    std::mt19937_64 random(5);
    for (const std::size_t n : {1, 2, 3, 10, 1001}) {
        ValueCells cells(1024, CellScale::relative);
        std::vector<double> values;
        for (std::size_t i = 0; i < n; ++i) {
            values.push_back(
                std::ldexp(static_cast<double>(random() % 100000), static_cast<int>(random() % 9) - 4));
            cells.add(values.back(), false);
        }
        std::sort(values.begin(), values.end());
        for (const double q : {0.0, 0.1, 0.5, 0.9, 1.0}) {
            const auto limits = quantile_limits(cells.cells(), q);
            const double exact = quantile(values, q);
            EXPECT_LE(limits.lower, exact);
            EXPECT_GE(limits.upper, exact);
            EXPECT_LE(limits.upper - limits.lower, exact * 0.04 + 1e-300);
        }
        EXPECT_EQ(quantile_limits(cells.cells(), 0.0).lower, values.front());
        EXPECT_EQ(quantile_limits(cells.cells(), 1.0).upper, values.back());
    }
}
