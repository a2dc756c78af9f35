#include "resample/strata.hpp"

#include "resample/examples.hpp"
#include "support/messages.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace unseen {
namespace {

using Counts = std::vector<std::uint64_t>;

TEST(LargestRemainder, AllocatesAsDocumented)
{
    // docs/METHODS.md A.5.
    EXPECT_EQ(largest_remainder(Counts{500, 500}, 300), (Counts{150, 150}));
    EXPECT_EQ(largest_remainder(Counts{12, 8, 3}, 7), (Counts{4, 2, 1}));
    EXPECT_EQ(largest_remainder(Counts{1, 1, 1}, 1), (Counts{1, 0, 0}));
    EXPECT_EQ(largest_remainder(Counts{50, 30, 15, 5}, 33), (Counts{16, 10, 5, 2}));
    EXPECT_EQ(largest_remainder(Counts{9, 1}, 3), (Counts{3, 0}));
}

TEST(LargestRemainder, GivesTiesToTheLargerStratum)
{
    // 3 * 4 / 12 and 9 * 4 / 12 leave nothing; 2 of {2, 6}: 0.5 and 1.5, the unit goes to the six.
    EXPECT_EQ(largest_remainder(Counts{3, 9}, 4), (Counts{1, 3}));
    EXPECT_EQ(largest_remainder(Counts{2, 6}, 2), (Counts{0, 2}));
}

TEST(LargestRemainder, TakesNothingFromEmptyStrataAndAllOfAll)
{
    EXPECT_EQ(largest_remainder(Counts{0, 5, 0}, 3), (Counts{0, 3, 0}));
    EXPECT_EQ(largest_remainder(Counts{2, 5, 1}, 8), (Counts{2, 5, 1}));
    EXPECT_EQ(largest_remainder(Counts{2, 5, 1}, 0), (Counts{0, 0, 0}));
}

TEST(LargestRemainder, StaysWithinOneOfTheExactShare)
{
    Stream stream(51, Purpose::generation);
    for (int i = 0; i < 500; ++i) {
        Counts sizes;
        for (auto left = 1 + stream.below(8); left > 0; --left) sizes.push_back(stream.below(40));
        const auto n = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
        if (n == 0) continue;
        const auto total = stream.below(n + 1);
        const auto parts = largest_remainder(sizes, total);
        EXPECT_EQ(std::accumulate(parts.begin(), parts.end(), std::uint64_t{0}), total);
        for (std::size_t s = 0; s < sizes.size(); ++s) {
            EXPECT_LE(parts[s], sizes[s]);
            EXPECT_LE(sizes[s] * total / n, parts[s]);
            EXPECT_LE(parts[s], sizes[s] * total / n + 1);
        }
    }
}

TEST(TestSize, RoundsHalfUp)
{
    EXPECT_EQ(test_size(10, 0.25, "x"), 3u); // 2.5
    EXPECT_EQ(test_size(10, 0.24, "x"), 2u);
    EXPECT_EQ(test_size(3, 0.3333, "x"), 1u);
    EXPECT_EQ(test_size(2, 0.5, "x"), 1u);
    EXPECT_EQ(test_size(1000000, 0.3333, "x"), 333300u);
}

TEST(TestSize, RefusesToLeaveASideEmpty)
{
    EXPECT_THROW(test_size(10, 0.04, "x"), InputError);
    EXPECT_THROW(test_size(10, 0.95, "x"), InputError); // 9.5 rounds to all ten
    EXPECT_THROW(test_size(1, 0.5, "x"), InputError);
    EXPECT_EQ(test_size(10, 0.05, "x"), 1u);
    EXPECT_EQ(test_size(10, 0.94, "x"), 9u);
    EXPECT_NE(test::message_of([] {
                  test_size(10, 0.04, "holdout");
              }).find("holdout: fraction = 0.04 of 10 rows gives 0 test rows"),
              std::string::npos);
}

TEST(Strata, OrderRowsByCodeThenByRow)
{
    const auto data = test::class_data({1, 0, 2, 0, 1});
    const auto strata = make_strata(data, true);
    EXPECT_EQ(strata->rows, (std::vector<Row>{1, 3, 0, 4, 2}));
    EXPECT_EQ(strata->starts, (std::vector<std::size_t>{0, 2, 4, 5}));
    EXPECT_EQ(strata->names, (std::vector<std::string>{"c0", "c1", "c2"}));
    const auto whole = make_strata(data, false);
    EXPECT_EQ(whole->rows, (std::vector<Row>{0, 1, 2, 3, 4}));
    EXPECT_EQ(whole->size(), 1u);
}

TEST(Strata, TakeTheColumnToStratifyByBeforeTheClasses)
{
    const auto table = test::table_of({test::coded_column("place", {0, 1, 1, 0}, {"north", "south"}),
                                       test::numeric_column("age", {1, 2, 3, 4}),
                                       test::coded_column("y", {0, 0, 1, 1}, {"a", "b"})});
    const auto by_place = make_strata(Dataset::make(table, {.stratum = "place"}), true);
    EXPECT_EQ(by_place->rows, (std::vector<Row>{0, 3, 1, 2}));
    EXPECT_EQ(by_place->names, (std::vector<std::string>{"north", "south"}));
    const auto by_age = Dataset::make(table, {.stratum = "age"});
    EXPECT_NE(test::message_of([&] {
                  make_strata(by_age, true);
              }).find("'age' holds numbers, which this plan cannot balance"),
              std::string::npos);
    EXPECT_NO_THROW(make_strata(by_age, false));
}

TEST(Strata, RefuseARowWithoutAStratum)
{
    const auto data = Dataset::make(test::table_of({test::coded_column("place", {0, -1, 0}, {"north"}),
                                                    test::coded_column("y", {0, 0, 1}, {"a", "b"})}),
                                    {.stratum = "place"});
    EXPECT_NE(test::message_of([&] {
                  make_strata(data, true);
              }).find("row 2 has no value in the column to stratify by"),
              std::string::npos);
}

} // namespace
} // namespace unseen
