// Groups of values keep the number, mean and variance, whatever the order of the values.
#include "stats/grouped_values.hpp"

#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace unseen {
namespace {

using Pairs = std::vector<std::pair<double, double>>;

Pairs grouped(const std::vector<double>& values, double width)
{
    const auto [least, most] = std::ranges::minmax(values);
    GroupedValues groups(least, most, width);
    for (const double value : values) groups.add(value);
    Pairs pairs;
    groups.for_each([&](double value, double number) { pairs.emplace_back(value, number); });
    return pairs;
}

TEST(GroupedValues, KeepMomentsAndForgetTheOrder)
{
    Stream stream(3, Purpose::generation, 0, 0);
    std::vector<double> values;
    for (int i = 0; i < 20000; ++i)
        values.push_back(-2.0 + 1e-6 * static_cast<double>(stream.below(5000000)));
    const auto pairs = grouped(values, 0.01);
    EXPECT_LE(pairs.size(), 2U * 501U);
    double number = 0.0, sums[3] = {}, expected[3] = {};
    for (const auto& [value, count] : pairs) {
        number += count;
        for (int k = 0; k < 3; ++k) sums[k] += count * std::pow(value, k + 1);
    }
    for (const double value : values)
        for (int k = 0; k < 3; ++k) expected[k] += std::pow(value, k + 1);
    EXPECT_EQ(number, 20000.0);
    EXPECT_NEAR(sums[0], expected[0], 1e-6);
    EXPECT_NEAR(sums[1], expected[1], 1e-4);
    EXPECT_NEAR(sums[2] / expected[2], 1.0, 1e-6); // no moment that is kept
    std::ranges::reverse(values);
    EXPECT_EQ(grouped(values, 0.01), pairs);
}

TEST(GroupedValues, OfEqualValuesAreOne)
{
    EXPECT_EQ(grouped({0.25, 0.25, 0.25}, 0.5), (Pairs{{0.25, 3.0}}));
    EXPECT_EQ(grouped({-1.0, 1.0}, 0.5), (Pairs{{-1.0, 1.0}, {1.0, 1.0}}));
}

} // namespace
} // namespace unseen
