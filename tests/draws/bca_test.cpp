// Replicates, and BCa limits from them. Values of limits are tested in tests/interval and tests/compare
// (METHODS C.15, E.15).
#include "draws/bca.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace unseen {
namespace {

TEST(Replicates, CountThoseThatDoNotExist)
{
    std::vector<Value> values(38, Value(1.0));
    values[3] = 0.5;
    values.push_back(Value::none(reasons::one_class));
    values.push_back(Value::none(reasons::one_class));
    const auto replicates = Replicates::of(values);
    EXPECT_EQ(replicates.sorted.front(), 0.5);
    EXPECT_EQ(replicates.undefined, 2u);
    EXPECT_EQ(replicates.drawn(), 40u);
    EXPECT_EQ(replicates.missing(), nullptr); // 5 % are not too many
    values.push_back(Value::none(reasons::one_class));
    EXPECT_EQ(Replicates::of(values).missing(), &reasons::undefined_in_resamples);
    EXPECT_EQ(Replicates::of(std::vector<Value>(9, Value(0.3))).missing(), &reasons::zero_variance);
    EXPECT_EQ(Replicates::of({}).missing(), &reasons::undefined_in_resamples);
}

TEST(Acceleration, CountsEachValueSoManyTimes)
{
    const std::vector<Value> values = {1.0, 2.0, 4.0};
    const std::vector<std::uint64_t> times = {3, 1, 2};
    const std::vector<Value> written_out = {1.0, 1.0, 1.0, 2.0, 4.0, 4.0};
    const double a = acceleration_of(values, times).number();
    EXPECT_EQ(a, acceleration_of(written_out).number());
    double squares = 0.0; // the mean is 13/6
    double cubes = 0.0;
    for (const auto& value : written_out) {
        squares += std::pow(13.0 / 6 - value.number(), 2);
        cubes += std::pow(13.0 / 6 - value.number(), 3);
    }
    EXPECT_NEAR(a, cubes / (6 * std::pow(squares, 1.5)), 1e-15);
    EXPECT_EQ(acceleration_of(std::vector<Value>(4, Value(0.1))), Value::none(reasons::zero_variance));
    EXPECT_EQ(acceleration_of(std::vector<Value>{1.0, Value::none(reasons::one_class)}),
              Value::none(reasons::undefined_in_resamples));
}

Bca skewed()
{
    std::vector<Value> values;
    for (int i = 1; i <= 999; ++i) values.push_back(std::exp(i / 500.0) - 2.0);
    return {.replicates = Replicates::of(values), .value = 0.9, .acceleration = 0.05};
}

TEST(Bca, ThePValueIsTheLevelAtWhichTheLimitLies)
{
    const Bca bca = skewed();
    for (const double outside : {0.2, 0.1, 0.05}) {
        const auto limits = bca.limits(outside);
        EXPECT_NEAR(bca.p_above(limits.lower), outside / 2, 1e-3); // one replicate of a thousand
        EXPECT_NEAR(bca.p_below(limits.upper), outside / 2, 1e-3);
    }
}

TEST(Bca, ExchangingTheTwoMirrorsEverything)
{
    const Bca bca = skewed();
    const Bca other = bca.mirrored();
    const auto limits = bca.limits(0.1);
    const auto mirrored = other.limits(0.1);
    EXPECT_NEAR(mirrored.lower, -limits.upper, 1e-13);
    EXPECT_NEAR(mirrored.upper, -limits.lower, 1e-13);
    EXPECT_NEAR(other.p_above(-0.3), bca.p_below(0.3), 1e-13);
    EXPECT_EQ(other.standard_deviation(), bca.standard_deviation());
}

// The mean of 0/1 units and the share of ones in two cells are the same figure.
TEST(Bootstrap, OfUnitsAndOfCellsHaveTheSameLaw)
{
    const std::vector<double> units = {1, 1, 1, 0, 0, 0, 0, 0, 0, 0};
    const OfCounts of_units = [&](std::span<const std::uint32_t> times) {
        const double ones = std::inner_product(times.begin(), times.end(), units.begin(), 0.0);
        return Value(ones / std::accumulate(times.begin(), times.end(), 0.0));
    };
    const OfCells of_cells = [](std::span<const std::uint64_t> rows) {
        return Value(static_cast<double>(rows[0]) / static_cast<double>(rows[0] + rows[1]));
    };
    const std::uint64_t cells[] = {3, 7};
    const Draws draws{.seed = 4, .count = 20000, .threads = 2};
    const Bca a = bootstrap_units(10, of_units, 0.3, draws);
    const Bca b = bootstrap_cells(cells, of_cells, draws);
    EXPECT_NEAR(a.standard_deviation(), std::sqrt(0.3 * 0.7 / 10), 0.003); // five standard errors
    EXPECT_NEAR(b.standard_deviation(), std::sqrt(0.3 * 0.7 / 10), 0.003);
    EXPECT_NEAR(a.acceleration.number(), b.acceleration.number(), 1e-15);
    EXPECT_EQ(b.value, 0.3);
    EXPECT_EQ(bootstrap_units(2001, [](auto) { return Value(1.0); }, 1.0, {.count = 1}).acceleration,
              Value::none(reasons::no_jackknife));
    const Bca alone = bootstrap_units(10, of_units, 0.3, {.seed = 4, .count = 20000});
    EXPECT_EQ(alone.replicates.sorted, a.replicates.sorted);
}

TEST(DrawnLimits, LeaveNoFigureOut)
{
    const auto replicates = skewed().replicates;
    EXPECT_TRUE(drawn_limits(replicates, 0.9, 0.0, 0.05));
    EXPECT_TRUE(drawn_limits(replicates, 9.0, std::nullopt, 0.05).lacks(reasons::biased_in_resamples));
    EXPECT_EQ(*drawn_limits(replicates, 0.9, std::nullopt, 0.05), percentile_limits(replicates.sorted, 0.05));
    EXPECT_TRUE(drawn_limits(Replicates::of(std::vector<Value>(9, Value(0.3))), 0.3, 0.0, 0.05)
                    .lacks(reasons::zero_variance));
}

} // namespace
} // namespace unseen
