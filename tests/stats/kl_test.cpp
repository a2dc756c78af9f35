#include "unseen/stats/kl.hpp"

#include "unseen/stats/random.hpp"

#include "support/messages.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace unseen;

TEST(BinaryKl, IsTheSumOfTwoLogarithms)
{
    for (const double q : {1e-6, 0.1, 0.5, 0.93})
        for (const double p : {1e-3, 0.2, 0.5, 0.99})
            EXPECT_NEAR(binary_kl(q, p), q * std::log(q / p) + (1 - q) * std::log((1 - q) / (1 - p)), 1e-14);
    EXPECT_EQ(binary_kl(0.0, 0.0), 0.0);
    EXPECT_EQ(binary_kl(0.3, 0.3), 0.0);
    EXPECT_EQ(binary_kl(0.3, 0.0), INFINITY);
    EXPECT_DOUBLE_EQ(binary_kl(1.0, 0.25), std::log(4.0));
}

TEST(BinaryKl, LosesNothingWhereTheTwoAreClose)
{
    // kl = d^2 / (2 q (1-q)) + O(d^3); by the formula of two logarithms the result would be rounding.
    const double d = 1e-9;
    const double q = 0.25;
    const double p = q + d;
    EXPECT_NEAR(binary_kl(q, p) / ((p - q) * (p - q) / (2 * q * (1 - q))), 1.0, 1e-8);
}

TEST(KlInverse, HasTheValuesOfMethodsC8)
{
    struct Case {
        double q, epsilon, upper, lower;
    };
    // Root search with mpmath; the limits of the fourth lie 1e-13 beside, for want of its own digits near q.
    for (const auto& c :
         {Case{0.1, 0.01, 0.14767553929800734, 0.06291062984725826},
          Case{0.5, 0.2, 0.7870888163810813, 0.2129111836189187},
          Case{0.9, 0.05, 0.9687216037277206, 0.7799213988930753},
          Case{0.3, 1e-8, 0.30006481007351576, 0.2999351952600142}, Case{0.0, 0.1, 0.09516258196404044, 0.0},
          Case{0.02, 3.0, 0.9575903780635071, 0.0}}) {
        EXPECT_NEAR(kl_upper(c.q, c.epsilon), c.upper, 1e-12 * c.upper) << c.q;
        EXPECT_NEAR(kl_lower(c.q, c.epsilon), c.lower, 1e-12) << c.q;
    }
}

TEST(KlInverse, InvertsTheDivergenceOnBothSides)
{
    Stream random(3, Purpose::noise);
    for (int i = 0; i < 100000; ++i) {
        const double q = random.uniform();
        const double epsilon = std::exp(-20.0 + 23.0 * random.uniform());
        const double up = kl_upper(q, epsilon);
        const double down = kl_lower(q, epsilon);
        ASSERT_LE(down, q);
        ASSERT_GE(up, q);
        // An ulp of p moves kl by |p - q| / (p (1-p)) ulps of p.
        if (up < 1.0 - 1e-6) {
            ASSERT_NEAR(binary_kl(q, up), epsilon, 4e-16 * (1.0 + (up - q) / (1.0 - up)) + 1e-14 * epsilon)
                << q << ' ' << epsilon;
        }
        if (down > 1e-300) {
            ASSERT_NEAR(binary_kl(q, down), epsilon, 4e-16 + 1e-13 * epsilon) << q << ' ' << epsilon;
        }
        ASSERT_GE(kl_upper(q, 1.01 * epsilon), up);
        ASSERT_LE(kl_lower(q, 1.01 * epsilon), down);
    }
}

TEST(KlInverse, HasEndsAndRefusesWhatIsNoProbability)
{
    EXPECT_EQ(kl_upper(1.0, 0.1), 1.0);
    EXPECT_DOUBLE_EQ(kl_lower(1.0, 0.1), std::exp(-0.1));
    EXPECT_EQ(kl_lower(0.0, 0.1), 0.0);
    EXPECT_EQ(kl_upper(0.3, 0.0), 0.3);
    EXPECT_EQ(kl_upper(0.3, INFINITY), 1.0);
    EXPECT_EQ(test::message_of([] { kl_upper(1.5, 0.1); }), "kl_upper: q = 1.5 must lie between 0 and 1");
    EXPECT_EQ(test::message_of([] { kl_lower(0.5, std::nan("")); }), "kl: epsilon = nan must be >= 0");
}

} // namespace
