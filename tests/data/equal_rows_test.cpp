// Equal rows, and whether they are more than chance. Oracles: texts of the rows in a map, Hamming distances
// of all pairs, and tables drawn at random from populations of few and of many values.
#include "data/row_sets.hpp"

#include "unseen/data/equal_rows.hpp"
#include "unseen/read/reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace unseen;

namespace {

using Cells = std::vector<std::vector<int>>;

/// Cells of independent cells: column j has `values[j]` values, of which low ones are more frequent.
Cells drawn(std::mt19937& random, std::size_t rows, const std::vector<int>& values)
{
    Cells all(rows);
    for (auto& row : all)
        for (const int n : values) {
            const double u = static_cast<double>(random()) / 4294967296.0;
            row.push_back(static_cast<int>(u * u * n));
        }
    return all;
}

Cells joined(Cells all, const Cells& more)
{
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

/// The last column is the target.
Dataset dataset_of(const Cells& rows, const Roles& roles = {.target = "@last"})
{
    std::string text;
    for (std::size_t j = 0; j + 1 < rows.front().size(); ++j) text += "x" + std::to_string(j) + ",";
    text += "y\n";
    for (const auto& row : rows) {
        for (std::size_t j = 0; j + 1 < row.size(); ++j) text += std::to_string(row[j]) + ",";
        text += "c" + std::to_string(row.back()) + "\n";
    }
    return Dataset::make(parse_table(text, "rows.csv"), roles);
}

std::uint64_t repeated_by_map(const Cells& rows)
{
    std::map<std::vector<int>, std::uint64_t> counts;
    for (const auto& row : rows) ++counts[row];
    std::uint64_t repeated = 0;
    for (const auto& [row, n] : counts) repeated += n > 1 ? n : 0;
    return repeated;
}

double near_by_pairs(const Cells& rows)
{
    const auto differ = [](const auto& a, const auto& b) {
        int n = 0;
        for (std::size_t j = 0; j < a.size(); ++j) n += a[j] != b[j] ? 1 : 0;
        return n;
    };
    const auto near = std::ranges::count_if(rows, [&](const auto& a) {
        return std::ranges::any_of(rows, [&](const auto& b) { return differ(a, b) == 1; });
    });
    return static_cast<double>(near) / static_cast<double>(rows.size());
}

} // namespace

TEST(EqualRows, AreThoseOfEqualContentAndNearOnesDifferInOneColumn)
{
    std::mt19937 random(1);
    for (int i = 0; i < 20; ++i) {
        const auto rows = drawn(random, 60, {4, 6, 3, 9, 2});
        const auto found = equal_rows(dataset_of(rows));
        EXPECT_EQ(found.rows, 60U);
        EXPECT_EQ(found.repeated, repeated_by_map(rows));
        EXPECT_NEAR(found.near, found.repeated > 0 ? near_by_pairs(rows) : 1.0, 1e-12);
        for (std::size_t a = 0; a < rows.size() && !found.set.empty(); ++a)
            for (std::size_t b = 0; b < a; ++b)
                EXPECT_EQ(found.set[a] == found.set[b] && found.set[a] != EqualRows::alone,
                          rows[a] == rows[b]);
    }
}

TEST(EqualRows, OfIndependentDrawsAreNoMoreThanChance)
{
    // Populations from 8 values, where nearly all rows repeat, to 10^9, where hardly any do.
    const std::vector<std::vector<int>> populations = {
        {2, 2, 2},   {3, 4, 2},        {9, 9, 2},   {5, 5, 5, 3}, {2, 2, 2, 2, 2, 2, 2, 2, 2},
        {30, 30, 3}, {10, 10, 10, 10}, {60, 60, 2}, {1000, 3, 2}, {1000, 1000, 1000}};
    std::mt19937 random(2);
    for (const auto& values : populations)
        for (const std::size_t n : {30, 100, 400})
            for (int i = 0; i < 20; ++i) {
                const auto rows = drawn(random, n, values);
                EXPECT_FALSE(equal_rows(dataset_of(rows)).more_than_chance()) << values.size() << ' ' << n;
            }
}

TEST(EqualRows, OfATableThatHoldsEveryRowTwiceAreMoreThanChance)
{
    std::mt19937 random(3);
    for (const auto& values : {std::vector{5, 5, 5, 3}, {9, 9, 2}, {30, 30, 3}, {1000, 1000, 1000}})
        for (int i = 0; i < 20; ++i) {
            const auto rows = drawn(random, 200, values);
            const auto found = equal_rows(dataset_of(joined(rows, rows)));
            EXPECT_EQ(found.repeated, 400U);
            EXPECT_TRUE(found.more_than_chance());
        }
}

TEST(EqualRows, ThatWereCopiedAreMoreThanChanceWhereManyValuesArePossible)
{
    std::mt19937 random(4);
    const auto rows = drawn(random, 400, {1000, 1000, 1000, 50, 2});
    const auto few = joined(rows, Cells(rows.begin(), rows.begin() + 4));
    EXPECT_EQ(equal_rows(dataset_of(few)).repeated, 8U);
    EXPECT_FALSE(equal_rows(dataset_of(few)).more_than_chance()); // too few to matter
    const auto some = joined(rows, Cells(rows.begin(), rows.begin() + 20));
    EXPECT_EQ(equal_rows(dataset_of(some)).repeated, 40U);
    EXPECT_TRUE(equal_rows(dataset_of(some)).more_than_chance());
    const auto text = equal_rows(dataset_of(some)).warning().at(0).text;
    EXPECT_NE(text.find("40 of 420 rows"), text.npos) << text;
}

TEST(EqualRows, AreFoundWhereEachHasItsOwnNumber)
{
    std::mt19937 random(5);
    auto rows = drawn(random, 100, {1000, 1000, 50, 2});
    rows = joined(rows, Cells(rows.begin(), rows.begin() + 10));
    for (std::size_t r = 0; r < rows.size(); ++r) rows[r].insert(rows[r].begin(), static_cast<int>(r));
    const auto found = equal_rows(dataset_of(rows));
    EXPECT_EQ(found.repeated, 20U);
    EXPECT_EQ(found.left_out, std::vector<std::string>{"x0"});
}

TEST(EqualRows, OfOneGroupAreNotCounted)
{
    std::mt19937 random(6);
    auto rows = drawn(random, 100, {1000, 1000, 50, 2});
    rows = joined(rows, Cells(rows.begin(), rows.begin() + 20));
    for (std::size_t r = 0; r < rows.size(); ++r)
        rows[r].insert(rows[r].begin(), static_cast<int>(r % 100 * 7919 % 101)); // copies share it
    EXPECT_EQ(equal_rows(dataset_of(rows)).repeated, 40U);
    EXPECT_EQ(equal_rows(dataset_of(rows, {.target = "y", .group = "x0"})).repeated, 0U);
    EXPECT_EQ(equal_rows(dataset_of(rows, {.target = "y", .group = group_of_duplicates})).repeated, 0U);
}

TEST(EqualRows, AreGroupsThatCanBeNamed)
{
    std::mt19937 random(7);
    const auto rows = drawn(random, 80, {4, 5, 3});
    const auto data = dataset_of(rows, {.target = "y", .group = group_of_duplicates});
    for (Row a = 0; a < 80; ++a)
        for (Row b = 0; b < a; ++b) EXPECT_EQ(data.groups()[a] == data.groups()[b], rows[a] == rows[b]);
    EXPECT_EQ(data.learning_digest(), dataset_of(rows).learning_digest()); // the same fits
    EXPECT_NE(data.digest(), dataset_of(rows).digest());
}
