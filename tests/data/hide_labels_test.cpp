// Hidden labels: their number and choice, and that nothing else changes.
#include "unseen/data/hide_labels.hpp"

#include "support/messages.hpp"
#include "unseen/read/reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace unseen {
namespace {

using test::message_of;

Table example(std::size_t rows)
{
    std::string text = "x,y\n";
    for (std::size_t r = 0; r < rows; ++r)
        text += std::to_string(r) + (r % 5 == 4 ? ",?\n" : r % 2 == 0 ? ",a\n" : ",b\n");
    return parse_table(text, "example");
}

TEST(HideLabels, TakesTheShareOfTheRowsThatHaveOne)
{
    const auto table = example(50);                           // 40 of them labelled
    const auto hidden = hide_labels(table, "@last", 0.11, 1); // 4.4
    EXPECT_EQ(hidden.rows.size(), 4u);
    EXPECT_TRUE(std::is_sorted(hidden.rows.begin(), hidden.rows.end()));
    for (std::size_t r = 0; r < 50; ++r) {
        const bool missing =
            table.columns[1].missing(r) || std::binary_search(hidden.rows.begin(), hidden.rows.end(), r);
        EXPECT_EQ(hidden.table.columns[1].missing(r), missing) << r;
        EXPECT_EQ(hidden.table.columns[0].numeric().values[r], table.columns[0].numeric().values[r]);
    }
    EXPECT_EQ(hidden.table.columns[1].coded().labels.names(), table.columns[1].coded().labels.names());
}

TEST(HideLabels, IsAFunctionOfTheSeedAndOfNothingInTheRows)
{
    const auto hidden = hide_labels(example(50), "y", 0.25, 3);
    EXPECT_EQ(hide_labels(example(50), "y", 0.25, 3).rows, hidden.rows);
    EXPECT_NE(hide_labels(example(50), "y", 0.25, 4).rows, hidden.rows);
    std::vector<int> times(50, 0);
    for (std::uint64_t seed = 0; seed < 2000; ++seed)
        for (const auto r : hide_labels(example(50), "y", 0.25, seed).rows) ++times[r];
    for (std::size_t r = 0; r < 50; ++r) EXPECT_NEAR(times[r], r % 5 == 4 ? 0 : 500, 5 * std::sqrt(375)) << r;
}

TEST(HideLabels, HidesNumbersToo)
{
    const auto hidden = hide_labels(example(50), "x", 0.5, 1);
    EXPECT_EQ(hidden.rows.size(), 25u);
    for (const auto r : hidden.rows) EXPECT_TRUE(hidden.table.columns[0].missing(r));
}

TEST(HideLabels, RefusesSharesThatLeaveNothing)
{
    for (const double share : {0.0, 1.0, -0.1, 1.5})
        EXPECT_NE(
            message_of([&] { hide_labels(example(50), "y", share, 1); }).find("strictly between 0 and 1"),
            std::string::npos);
    EXPECT_EQ(message_of([] { hide_labels(example(50), "y", 0.01, 1); }),
              "unlabelled: the share = 0.01 of 40 labelled rows makes 0 rows; expected at least one, and at "
              "least one that keeps "
              "its label");
    EXPECT_NE(message_of([] { hide_labels(example(50), "z", 0.1, 1); }), "");
}

} // namespace
} // namespace unseen
