#include "unseen/stats/binomial.hpp"

#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"

#include "support/messages.hpp"
#include "support/number_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace {

using namespace unseen;

/// What the project promises (issue: 1e-12 relative); the table has 18 digits.
constexpr double promised = 1e-12;

double relative(double x, double expected)
{
    return expected == 0.0 ? std::abs(x) : std::abs(x / expected - 1.0);
}

/// P(Bin(m, p) <= k) summed term by term in long double, c = 1 - p; m small.
long double slow_tail(unsigned k, unsigned m, long double p, long double c)
{
    long double sum = 0;
    long double choose = 1;
    for (unsigned i = 0; i <= k; ++i) {
        sum +=
            choose * std::pow(p, static_cast<long double>(i)) * std::pow(c, static_cast<long double>(m - i));
        choose = choose * static_cast<long double>(m - i) / static_cast<long double>(i + 1);
    }
    return sum;
}

/// Whether a < b, by p or by the complement: near 0 and 1 only one of them has the digits to tell.
bool below(BinomialLimit a, BinomialLimit b)
{
    return a.p <= b.p && a.complement >= b.complement && (a.p < b.p || a.complement > b.complement);
}

struct Draw {
    std::uint64_t errors;
    std::uint64_t trials;
    double delta;
};

/// m from 1 to 1e9 and delta from 1e-12 to 0.5, both evenly on the logarithmic scale; k evenly, or crowded at
/// either end.
Draw draw(Stream& random)
{
    const auto m = static_cast<std::uint64_t>(std::exp(random.uniform() * std::log(1e9)));
    const double share = random.uniform();
    auto k = random.below(m + 1);
    if (share < 0.6)
        k = static_cast<std::uint64_t>(std::exp(random.uniform() * std::log(static_cast<double>(m) + 1.0))) -
            1;
    if (share < 0.3) k = m - k;
    return {k, m, std::exp(std::log(1e-12) + random.uniform() * std::log(0.5e12))};
}

TEST(BinomialLimit, AgreesWithMpmathFromOneToABillionRows)
{
    for (const auto& line : test::oracle_lines("binomial/tail.txt")) {
        const auto k = std::strtoull(line[0].c_str(), nullptr, 10);
        const auto m = std::strtoull(line[1].c_str(), nullptr, 10);
        const Delta delta(std::strtod(line[2].c_str(), nullptr));
        const std::string where = line[0] + " of " + line[1] + " at " + line[2];
        for (const auto rounding : {Rounding::nearest, Rounding::outward}) {
            EXPECT_LE(
                relative(binomial_upper(k, m, delta, rounding).p, std::strtod(line[3].c_str(), nullptr)),
                promised)
                << where;
            if (line[4] == "-") continue;
            EXPECT_LE(
                relative(binomial_lower(k, m, delta, rounding).p, std::strtod(line[4].c_str(), nullptr)),
                promised)
                << where;
        }
    }
}

TEST(BinomialLimit, RoundedOutwardIsTheDoubleAtWhichTheTailFirstFallsToDelta)
{
    auto lines = test::oracle_lines("binomial/neighbours.txt");
    for (auto& line : test::oracle_lines("binomial/large.txt"))
        lines.push_back(std::move(line)); // up to 2^53 rows, in microseconds
    for (const auto& line : lines) {
        const auto k = std::strtoull(line[0].c_str(), nullptr, 10);
        const auto m = std::strtoull(line[1].c_str(), nullptr, 10);
        const Delta delta(std::strtod(line[2].c_str(), nullptr));
        const std::string where = line[0] + " of " + line[1] + " at " + line[2];
        EXPECT_EQ(binomial_upper(k, m, delta, Rounding::outward).p, std::strtod(line[3].c_str(), nullptr))
            << where;
        EXPECT_EQ(binomial_lower(k, m, delta, Rounding::outward).p, std::strtod(line[4].c_str(), nullptr))
            << where;
    }
}

TEST(BinomialLimit, HasClosedFormsForNoErrorsAllButOneAndAll)
{
    for (const double delta : {0.5, 0.05, 1e-12}) {
        for (const std::uint64_t m : {1u, 2u, 30u, 1000u}) {
            const double share = 1.0 / static_cast<double>(m);
            EXPECT_LE(relative(binomial_upper(0, m, Delta(delta)).p, 1.0 - std::pow(delta, share)),
                      1e-13 * static_cast<double>(m));
            EXPECT_LE(relative(binomial_upper(m - 1, m, Delta(delta)).p,
                               m == 1 ? 1.0 - delta : std::pow(1.0 - delta, share)),
                      promised);
            EXPECT_EQ(binomial_upper(m, m, Delta(delta)).p, 1.0);
            EXPECT_EQ(binomial_upper(m, m, Delta(delta)).complement, 0.0);
            EXPECT_EQ(binomial_lower(0, m, Delta(delta)).p, 0.0);
            EXPECT_LE(relative(binomial_lower(m, m, Delta(delta)).p, std::pow(delta, share)), promised);
        }
    }
}

TEST(BinomialLimit, PutsExactlyDeltaIntoTheTailOfSmallCounts)
{
    for (unsigned m = 2; m <= 25; ++m)
        for (unsigned k = 0; k < m; ++k)
            for (const double delta : {0.5, 0.1, 1e-3, 1e-9}) {
                const auto limit = binomial_upper(k, m, Delta(delta));
                // An error of p and of 1 - p by an ulp moves the tail by up to m ulps, and so does one of ln
                // delta by ln delta ulps.
                EXPECT_NEAR(static_cast<double>(slow_tail(k, m, limit.p, limit.complement)) / delta, 1.0,
                            4e-16 * (m - std::log(delta)))
                    << k << ' ' << m << ' ' << delta;
            }
}

TEST(BinomialLimit, TakesADeltaBelowTheSmallestDouble)
{
    // One row, no errors: 1 - delta. Ten rows, none right but one: 1 - p = delta / 10.
    const Delta tiny = Delta::from_log(-1000.0);
    EXPECT_EQ(binomial_upper(0, 1, tiny).p, 1.0);
    EXPECT_LE(relative(binomial_upper(0, 10000, tiny).p, -std::expm1(-0.1)), 1e-15);
    const auto limit = binomial_upper(50, 10000, tiny);
    EXPECT_NEAR(binomial_log_cdf(50, 10000, limit.p), -1000.0, 1e-9);
    EXPECT_LE(binomial_upper(50, 10000, tiny).p,
              binomial_upper(50, 10000, tiny, Rounding::outward).p * (1 + 1e-15));
}

TEST(BinomialLimit, KeepsTheComplementWhereTheLimitIsOneButForIt)
{
    // Two rows right of four, delta = exp(-1400): P(X <= 2) = 6 c^2 + O(c^3).
    const auto limit = binomial_upper(2, 4, Delta::from_log(-1400.0));
    EXPECT_EQ(limit.p, 1.0);
    EXPECT_LE(relative(limit.complement, std::exp(-0.5 * (1400.0 + std::log(6.0)))), 1e-12);
    // Beyond the range of doubles the complement is 0, and nothing is NaN.
    for (const std::uint64_t k : {1u, 12u, 20u}) {
        for (const auto rounding : {Rounding::nearest, Rounding::outward}) {
            EXPECT_EQ(binomial_upper(k, 22, Delta::from_log(-178539.0), rounding).p, 1.0);
            EXPECT_EQ(binomial_lower(k, 22, Delta::from_log(-178539.0), rounding).p, 0.0);
        }
    }
}

TEST(BinomialLimit, KeepsItsLawsOverALargeSweep)
{
    Stream random(20240601, Purpose::noise);
    for (int i = 0; i < 200000; ++i) {
        const auto [k, m, d] = draw(random);
        const Delta delta(d);
        const auto upper = binomial_upper(k, m, delta);
        const auto mirrored = binomial_lower(m - k, m, delta);
        const auto where = [&] {
            return std::to_string(k) + " of " + std::to_string(m) + " at " + std::to_string(std::log(d));
        };
        // upper(k) + lower(m - k) = 1, digit by digit, since each is the other's complement.
        ASSERT_EQ(upper.p, mirrored.complement) << where();
        ASSERT_EQ(upper.complement, mirrored.p) << where();
        ASSERT_NEAR(upper.p + mirrored.p, 1.0, 3e-16) << where();
        ASSERT_GE(upper.p, static_cast<double>(k) / static_cast<double>(m) * (k + 1 < m ? 1.0 : 0.5))
            << where();
        ASSERT_LE(upper.p, 1.0) << where();
        // Strictly between the neighbours in k, m and delta. At 1e9 rows neighbours differ by 1e-9 of
        // themselves at least.
        if (k + 1 < m) {
            ASSERT_TRUE(below(binomial_upper(k, m, Delta(d * 1.001)), upper)) << where();
            ASSERT_TRUE(below(upper, binomial_upper(k + 1, m, delta))) << where();
        }
        if (k < m) { ASSERT_TRUE(below(binomial_upper(k, m + 1, delta), upper)) << where(); }
    }
}

TEST(BinomialLimit, InvertsTheDistributionFunction)
{
    Stream random(7, Purpose::noise);
    for (int i = 0; i < 20000; ++i) {
        const auto [k, m, d] = draw(random);
        if (k == 0 || k + 1 >= m) continue;
        const auto upper = binomial_upper(k, m, Delta(d));
        if (upper.p > 0.999) continue; // there p alone does not hold 1 - p
        // Some ulps of p times the slope, which is about the distance from the mean and a standard deviation
        // at least.
        const double mean = static_cast<double>(m) * upper.p;
        const double slope = mean - static_cast<double>(k) + std::sqrt(mean * upper.complement);
        EXPECT_NEAR(binomial_log_cdf(k, m, upper.p), std::log(d),
                    1e-15 * (40.0 + 3.0 * slope / upper.complement))
            << k << ' ' << m << ' ' << d;
    }
}

TEST(BinomialLimit, RefusesWhatIsNoCount)
{
    EXPECT_EQ(test::message_of([] { binomial_upper(11, 10, Delta(0.05)); }),
              "binomial_upper: errors = 11 must be <= trials = 10");
    EXPECT_EQ(test::message_of([] { binomial_lower(0, 0, Delta(0.05)); }),
              "binomial_lower: trials = 0 must be >= 1");
    for (const double bad : {0.0, 1.0, -0.1, 1.5, std::nan("")})
        EXPECT_NE(test::message_of([bad] { Delta delta(bad); }).find("must lie strictly between 0 and 1"),
                  std::string::npos);
    EXPECT_EQ(test::message_of([] { binomial_log_cdf(1, 2, std::nan("")); }),
              "binomial_log_cdf: p = nan must lie between 0 and 1");
}

TEST(BinomialLogCdf, AgreesWithSumsOverSmallCounts)
{
    for (unsigned m = 1; m <= 25; ++m)
        for (unsigned k = 0; k <= m; ++k)
            for (const double p : {1e-9, 0.01, 0.3, 0.5, 0.8, 0.999}) {
                const double expected = static_cast<double>(std::log(slow_tail(k, m, p, 1.0L - p)));
                EXPECT_NEAR(binomial_log_cdf(k, m, p), expected, 1e-13 * std::max(1.0, std::abs(expected)))
                    << k << ' ' << m << ' ' << p;
                if (k == 0) continue;
                const double right = static_cast<double>(std::log(slow_tail(m - k, m, 1.0L - p, p)));
                EXPECT_NEAR(binomial_log_upper_tail(k, m, p), right, 1e-13 * std::max(1.0, std::abs(right)))
                    << k << ' ' << m << ' ' << p;
            }
}

TEST(BinomialLogPmf, SumsToOneForThousandsOfRows)
{
    for (const double p : {0.001, 0.3, 0.9}) {
        double sum = 0.0;
        for (std::uint64_t k = 0; k <= 5000; ++k) sum += std::exp(binomial_log_pmf(k, 5000, p));
        EXPECT_NEAR(sum, 1.0, 1e-13);
    }
    EXPECT_EQ(binomial_log_pmf(0, 3, 1.0), -INFINITY);
    EXPECT_EQ(binomial_log_pmf(3, 3, 1.0), 0.0);
    EXPECT_EQ(binomial_log_pmf(2, 3, 0.0), -INFINITY);
}

TEST(ClopperPearson, PutsHalfOfTheOutsideOnEachSide)
{
    // statsmodels 0.13.5, proportion_confint(10, 100, method='beta').
    const auto limits = clopper_pearson(10, 100, 0.05);
    EXPECT_LE(relative(limits.lower, 0.04900468922148595), promised);
    EXPECT_LE(relative(limits.upper, 0.1762225977400227), promised);
    EXPECT_EQ(clopper_pearson(0, 30, 0.05).lower, 0.0);
    EXPECT_EQ(clopper_pearson(30, 30, 0.05).upper, 1.0);
    EXPECT_NE(test::message_of([] { clopper_pearson(3, 2, 0.05); }).find("must be <= trials"),
              std::string::npos);
}

} // namespace
