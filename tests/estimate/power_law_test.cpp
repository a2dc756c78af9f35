// The inverse power law of learning curves against SciPy's least_squares (METHODS F.1), and edge cases.
#include "unseen/base/uint128.hpp"
#include "unseen/estimate/power_law.hpp"
#include "unseen/stats/quantile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace unseen {
namespace {

using Numbers = std::vector<double>;

const Numbers sizes = {50, 100, 200, 400, 800};

/// Ten trials of 0.1 + 1.2 n^-0.6 with noise.
const std::vector<Numbers> trials = {
    {0.2112, 0.1756, 0.1507, 0.1293, 0.1242}, {0.2122, 0.1866, 0.1491, 0.1320, 0.1229},
    {0.2122, 0.1736, 0.1551, 0.1346, 0.1208}, {0.2013, 0.1732, 0.1447, 0.1333, 0.1230},
    {0.2031, 0.1771, 0.1376, 0.1322, 0.1208}, {0.2030, 0.1692, 0.1442, 0.1331, 0.1207},
    {0.2004, 0.1807, 0.1483, 0.1379, 0.1240}, {0.2031, 0.1697, 0.1358, 0.1303, 0.1220},
    {0.2034, 0.1618, 0.1422, 0.1302, 0.1209}, {0.2158, 0.1854, 0.1484, 0.1298, 0.1201}};

/// The generator by which the other program drew trials.
class SplitMix64 {
public:
    explicit SplitMix64(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next()
    {
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15U);
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31U);
    }

private:
    std::uint64_t state_;
};

TEST(PowerLaw, IsThatOfLeastSquares)
{
    const auto law = fit_power_law(sizes, trials);
    ASSERT_TRUE(law);
    EXPECT_NEAR(law->objective, 4.070606788426117, 1e-10);
    EXPECT_NEAR(law->floor, 0.10153648, 1e-6);
    EXPECT_NEAR(law->factor, 1.0770937, 1e-5);
    EXPECT_NEAR(law->exponent, 0.59363739, 1e-6);
    EXPECT_NEAR(law->at(1600), 0.11503133, 1e-7);
    EXPECT_NEAR(law->at(6400), 0.10746250, 1e-7);
    EXPECT_NEAR(law->rows_for(law->at(800) - 0.01), 2495.80, 0.01);
    EXPECT_FALSE(law->at_the_end);
}

TEST(PowerLaw, OfDrawnTrialsHasThePercentilesOfTheOtherProgram)
{
    SplitMix64 random(78);
    const double goal = fit_power_law(sizes, trials)->at(800) - 0.01;
    Numbers at_1600, exponents, rows;
    for (int b = 0; b < 500; ++b) {
        std::vector<std::size_t> drawn;
        for (int i = 0; i < 10; ++i)
            drawn.push_back(static_cast<std::size_t>((static_cast<uint128>(random.next()) * 10) >> 64U));
        const auto law = fit_power_law(sizes, trials, drawn);
        at_1600.push_back(law->at(1600));
        exponents.push_back(law->exponent);
        rows.push_back(law->rows_for(goal));
    }
    for (auto* all : {&at_1600, &exponents, &rows}) std::sort(all->begin(), all->end());
    EXPECT_NEAR(quantile(at_1600, 0.025), 0.11335567, 1e-7);
    EXPECT_NEAR(quantile(at_1600, 0.975), 0.11649224, 1e-7);
    EXPECT_NEAR(quantile(exponents, 0.025), 0.51027069, 1e-5);
    EXPECT_NEAR(quantile(exponents, 0.975), 0.67940585, 1e-5);
    EXPECT_NEAR(quantile(rows, 0.025), 1875.03, 0.05);
    EXPECT_NEAR(rows[487], 4162.70, 0.05); // the next one above 0.975 of 499
}

TEST(PowerLaw, OfExactPointsIsFound)
{
    Numbers errors;
    for (const double n : sizes) errors.push_back(0.05 + 3.0 / n);
    const auto law = fit_power_law(sizes, std::vector<Numbers>{errors});
    EXPECT_NEAR(law->floor, 0.05, 1e-9);
    EXPECT_NEAR(law->exponent, 1.0, 1e-7);
    EXPECT_NEAR(law->rows_for(0.06), 300.0, 1e-4);
    EXPECT_TRUE(std::isinf(law->rows_for(0.05)));
}

TEST(PowerLaw, StaysWithinItsRanges)
{
    EXPECT_FALSE(fit_power_law(Numbers{10, 20, 40}, std::vector<Numbers>{{0.3, 0.2, 0.1}}));
    EXPECT_FALSE(fit_power_law(sizes, {}));
    const auto rising = fit_power_law(sizes, std::vector<Numbers>{{0.1, 0.2, 0.3, 0.4, 0.5}}); // no law rises
    EXPECT_EQ(rising->factor, 0.0);
    EXPECT_NEAR(rising->floor, 0.3, 1e-12);
    EXPECT_TRUE(std::isinf(rising->rows_for(0.1)));
    const auto constant = fit_power_law(sizes, std::vector<Numbers>{{0, 0, 0, 0, 0}});
    EXPECT_EQ(constant->at(1e6), 0.0);
    const auto to_zero = fit_power_law(sizes, std::vector<Numbers>{{0.5, 0.25, 0.12, 0.06, 0.02}});
    EXPECT_GE(to_zero->floor, 0.0);
    const auto sudden = fit_power_law(sizes, std::vector<Numbers>{{0.5, 0.1, 0.1, 0.1, 0.1}});
    EXPECT_TRUE(sudden->at_the_end);
}

} // namespace
} // namespace unseen
