// The plan `progressive`: each split trains on all that the splits before it have tested, and on the rows
// before those.
#include "resample/examples.hpp"
#include "support/messages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace unseen {
namespace {

using test::class_counts;
using test::message_of;
using test::plan;
using test::splits_of;

TEST(Progressive, TrainsOnAllThatWasTestedBefore)
{
    const auto data = class_counts({12, 11});
    for (const std::uint64_t step : {1u, 3u, 7u}) {
        const auto splits =
            splits_of(plan("progressive:fraction=0.3,step=" + std::to_string(step), data)); // 7 of 23
        EXPECT_EQ(splits.size(), (7 + step - 1) / step);
        std::size_t trained = 16;
        std::vector<std::uint32_t> expected = splits[0].train;
        for (std::size_t i = 0; i < splits.size(); ++i) {
            EXPECT_EQ(splits[i].train, expected);
            EXPECT_EQ(
                static_cast<std::size_t>(std::count(splits[i].train.begin(), splits[i].train.end(), 1u)),
                trained);
            EXPECT_EQ(splits[i].test.size(), std::min<std::size_t>(step, 23 - trained));
            for (const Row row : splits[i].test) {
                EXPECT_EQ(expected[row], 0u);
                expected[row] = 1;
            }
            trained += splits[i].test.size();
        }
        EXPECT_EQ(trained, 23u);
    }
}

TEST(Progressive, TestsEachRowAboutAsOften)
{
    const auto data = class_counts({10, 10});
    std::vector<int> tested(20, 0);
    for (std::uint64_t seed = 0; seed < 2000; ++seed)
        for (const auto& split : splits_of(plan("progressive:fraction=0.1", data, seed)))
            for (const Row row : split.test) ++tested[row];
    for (const int count : tested) EXPECT_NEAR(count, 200, 5 * std::sqrt(200 * 0.9));
}

TEST(Progressive, RefusesStepsLongerThanTheTest)
{
    EXPECT_EQ(message_of([] {
                  plan("progressive:fraction=0.2,step=5", class_counts({10, 10}));
              }),
              "progressive: step = 5 must be at most the number of test rows, 4");
}

} // namespace
} // namespace unseen
