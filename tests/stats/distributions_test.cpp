#include "unseen/stats/distributions.hpp"

#include "support/messages.hpp"
#include "support/oracle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace unseen {
namespace {

constexpr double nan_number = std::numeric_limits<double>::quiet_NaN();

void expect_close(double value, double expected, double relative, const std::string& what)
{
    EXPECT_NEAR(value, expected, relative * std::abs(expected)) << what;
}

TEST(Quantiles, RefuseAnythingButAProbabilityInside)
{
    for (const double p : {0.0, 1.0, -0.1, 1.1, nan_number}) {
        EXPECT_THROW(normal_quantile(p), InputError) << p;
        EXPECT_THROW(student_t_quantile(p, 3), InputError) << p;
    }
    for (const double df : {0.0, -1.0, nan_number, std::numeric_limits<double>::infinity()})
        EXPECT_THROW(student_t_quantile(0.9, df), InputError) << df;
}

TEST(Quantiles, AreThoseOfR)
{
    // R computes both to about 1e-14; the digits of p are worth up to 1e-13 in the tails.
    for (const auto& row : test::oracle_table("quantiles.txt")) {
        const double p = std::stod(row[0]);
        const double q = row[1] == "inf" ? normal_quantile(p) : student_t_quantile(p, std::stod(row[1]));
        expect_close(q, std::stod(row[2]), 1e-12, row[0] + ' ' + row[1]);
    }
}

TEST(Quantiles, AreZeroInTheMiddleAndMirrored)
{
    EXPECT_EQ(normal_quantile(0.5), 0.0);
    for (const double df : {1.0, 2.5, 100.0}) EXPECT_NEAR(student_t_quantile(0.5, df), 0.0, 1e-15);
    for (const double p : {0.25, 0.0625, 0x1p-20}) { // 1 - p is exact
        EXPECT_DOUBLE_EQ(normal_quantile(p), -normal_quantile(1 - p));
        EXPECT_DOUBLE_EQ(student_t_quantile(p, 7), -student_t_quantile(1 - p, 7));
    }
}

TEST(StudentT, HasClosedFormsForOneAndTwoDegreesOfFreedom)
{
    for (const double p : {0.55, 0.75, 0.9, 0.975, 0.999}) {
        expect_close(student_t_quantile(p, 1), std::tan(std::numbers::pi * (p - 0.5)), 1e-12, "one");
        expect_close(student_t_quantile(p, 2), (2 * p - 1) * std::sqrt(1 / (2 * p * (1 - p))), 1e-12, "two");
    }
}

TEST(ClopperPearson, RefusesImpossibleCounts)
{
    EXPECT_THROW(clopper_pearson(0, 0, 0.05), InputError);
    EXPECT_THROW(clopper_pearson(6, 5, 0.05), InputError);
    for (const double outside : {0.0, 1.0, -1.0, nan_number})
        EXPECT_THROW(clopper_pearson(1, 5, outside), InputError);
}

TEST(ClopperPearson, IsClosedAtTheEnds)
{
    for (const std::uint64_t m : {1u, 2u, 10u, 1000u, 1000000000u}) {
        EXPECT_EQ(clopper_pearson(0, m, 0.05).lower, 0.0);
        EXPECT_EQ(clopper_pearson(m, m, 0.05).upper, 1.0);
        // P(Bin(m, q) = 0) = (1 - q)^m = outside / 2.
        const auto n = static_cast<double>(m);
        expect_close(clopper_pearson(0, m, 0.05).upper, -std::expm1(std::log(0.025) / n), 1e-15, "upper");
        expect_close(clopper_pearson(m, m, 0.05).lower, std::pow(0.025, 1 / n), 1e-15, "lower");
    }
}

TEST(ClopperPearson, InvertsTheBinomialTail)
{
    // Each side has half of `outside`; the doubling is exact. 1e-12 is what is promised of the inverse tail.
    int lower = 0;
    for (const auto& row : test::oracle_table("binomial/tail.txt")) {
        const auto limits = clopper_pearson(std::stoull(row[0]), std::stoull(row[1]), 2 * std::stod(row[2]));
        const auto what = row[0] + " of " + row[1] + " at " + row[2];
        expect_close(limits.upper, std::stod(row[3]), 1e-12, "upper, " + what);
        if (row[4] == "-") continue;
        expect_close(limits.lower, std::stod(row[4]), 1e-12, "lower, " + what);
        ++lower;
    }
    EXPECT_EQ(lower, 242);
}

TEST(ClopperPearson, HasTheDocumentedLimitsAt95Percent)
{
    const struct {
        std::uint64_t errors, trials;
        double lower, upper;
    } cases[] = {{10, 100, 0.04900468922, 0.1762225977},
                 {20, 100, 0.1266555521, 0.2918426891},
                 {0, 30, 0.0, 0.1157033082}};
    for (const auto& c : cases) { // docs/METHODS.md C.2, ten digits
        const auto limits = clopper_pearson(c.errors, c.trials, 0.05);
        expect_close(limits.lower, c.lower, 1e-9, "lower");
        expect_close(limits.upper, c.upper, 1e-9, "upper");
    }
}

TEST(ClopperPearson, MirrorsErrorsAndSuccesses)
{
    for (const std::uint64_t m : {1u, 7u, 100u, 12345u})
        for (const std::uint64_t k : {std::uint64_t{0}, m / 3, m / 2, m}) {
            const auto errors = clopper_pearson(k, m, 0.1);
            const auto right = clopper_pearson(m - k, m, 0.1);
            EXPECT_NEAR(errors.lower, 1 - right.upper, 1e-14);
            EXPECT_NEAR(errors.upper, 1 - right.lower, 1e-14);
        }
}

TEST(ClopperPearson, WidensWithTheLevelAndHoldsTheShare)
{
    for (const std::uint64_t k : {0u, 1u, 20u, 49u, 50u}) {
        double below = 1.0;
        double above = 0.0;
        for (const double outside : {0.5, 0.1, 0.05, 0.01, 1e-6, 1e-12}) {
            const auto limits = clopper_pearson(k, 50, outside);
            const double share = static_cast<double>(k) / 50;
            EXPECT_LE(0.0, limits.lower);
            EXPECT_LE(limits.lower, share);
            EXPECT_LE(share, limits.upper);
            EXPECT_LE(limits.upper, 1.0);
            EXPECT_LE(limits.lower, below);
            EXPECT_GE(limits.upper, above);
            below = limits.lower;
            above = limits.upper;
        }
    }
}

TEST(GammaCdf, NamesItsArgument)
{
    EXPECT_EQ(test::message_of([] { gamma_cdf(1.0, -2.0); }),
              "gamma_cdf: shape = -2.000000 must be positive and finite");
}

} // namespace
} // namespace unseen
