// Comparisons by counts: the textbook's cases, R's values, enumeration, laws.
#include "unseen/compare/counts.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/binomial.hpp"

#include "compare/figures.hpp"
#include "support/number_table.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace unseen;
using namespace unseen::compare;

using test::level;

using test::figure;

TEST(TwoProportions, HaveTheValuesOfTheTextbook)
{
    // METHODS E.1: .20 against .30, .20 against .25, 100 rows each.
    const auto first = z_two_proportions({20, 100}, {30, 100}, level);
    EXPECT_NEAR(first.statistic.number(), 1.6439898730535725, 1e-12);
    EXPECT_NEAR(first.p_value.number(), 0.10017829422626816, 1e-12);
    EXPECT_NEAR(first.p_value_one_sided.number(), 0.05008914711313408, 1e-12);
    EXPECT_NEAR(figure(first, "confidence"), 0.8998217057737318, 1e-12);
    EXPECT_NEAR(figure(first, "confidence_one_sided"), 0.9499108528868659, 1e-12);
    EXPECT_EQ(figure(first, "confidence_table"), 0.90);
    EXPECT_EQ(figure(first, "confidence_table_one_sided"), 0.95);
    EXPECT_NEAR(first.difference.number(), -0.1, 1e-15);
    EXPECT_NEAR(first.interval->upper, -0.1 + 1.959963984540054 * 0.0608276253029822, 1e-12);
    const auto second = z_two_proportions({20, 100}, {25, 100}, level);
    EXPECT_NEAR(second.statistic.number(), 0.8481889296799707, 1e-12);
    EXPECT_NEAR(figure(second, "confidence"), 0.6036672385383446, 1e-12);
    EXPECT_NEAR(figure(second, "confidence_one_sided"), 0.8018336192691723, 1e-12);
    EXPECT_EQ(figure(second, "confidence_table"), 0.50);
    EXPECT_EQ(figure(second, "confidence_table_one_sided"), 0.75);
    EXPECT_NEAR(z_two_proportions({20, 100}, {30, 100}, level, Proportions::pooled).statistic.number(),
                1.6329931618554523, 1e-12);
    EXPECT_NEAR(z_two_proportions({20, 100}, {25, 100}, level, Proportions::pooled).statistic.number(),
                0.8466675133346033, 1e-12);
}

TEST(TwoProportions, HaveNoUnpooledZBelowThirtyRows)
{
    EXPECT_EQ(z_two_proportions({2, 29}, {9, 100}, level).p_value.reason(), reasons::too_few_rows);
    EXPECT_EQ(z_two_proportions({2, 29}, {9, 100}, level).statistic.reason(), reasons::too_few_rows);
    EXPECT_TRUE(z_two_proportions({2, 30}, {9, 100}, level).p_value.exists());
}

TEST(TwoProportions, HaveTheScoreIntervalsOfNewcombe)
{
    // Newcombe (1998, Stat. Med. 17:873), table II, method 5 (Mee) and Miettinen & Nurminen: 56/70 - 48/80.
    const auto published = farrington_manning({56, 70}, {48, 80}, level);
    EXPECT_NEAR(published.interval->lower, 0.0528, 5e-5);
    EXPECT_NEAR(published.interval->upper, 0.3382, 5e-5);
    EXPECT_NEAR(published.interval->lower, 0.0528297132, 1e-10);
    EXPECT_NEAR(published.interval->upper, 0.3381729400, 1e-10);
    EXPECT_EQ(published.interval->method, "miettinen_nurminen");
}

TEST(TwoProportions, HaveTheValuesOfAnotherProgram)
{
    std::size_t found = 0;
    for (const auto& row : test::oracle_lines("two_proportions.txt")) {
        const auto n = [&](std::size_t i) { return std::stoull(row.at(i)); };
        const auto x = [&](std::size_t i) { return std::stod(row.at(i)); };
        const ErrorCount a{n(0), n(1)}, b{n(2), n(3)};
        const auto score = farrington_manning(a, b, level);
        EXPECT_NEAR(score.statistic.number(), x(4), 1e-12) << row[0] << '/' << row[1];
        EXPECT_NEAR(score.p_value.number(), x(5), 1e-13);
        EXPECT_NEAR(score.interval->lower, x(6), 1e-10);
        EXPECT_NEAR(score.interval->upper, x(7), 1e-10);
        EXPECT_NEAR(boschloo(a, b).p_value.number(), x(8), 1e-10);
        EXPECT_NEAR(fisher_exact(a, b).p_value.number(), x(9), 1e-12);
        ++found;
    }
    EXPECT_EQ(found, 5u);
}

TEST(TwoProportions, FewErrorsOfFewRowsShowNothing)
{
    // The unpooled z takes 0 of 30 for a rate known exactly.
    const auto answer = compare_counts({0, 30}, {50, 1000}, level);
    EXPECT_EQ(primary(answer).test, "boschloo");
    EXPECT_NEAR(primary(answer).p_value.number(), 0.343, 1e-3);
    EXPECT_LT(primary(answer).interval->lower, 0.0);
    EXPECT_GT(primary(answer).interval->upper, 0.0);
    EXPECT_EQ(verdict_of(answer).state, VerdictState::not_shown) << test::said(answer);
}

TEST(TwoProportions, SayWhereTestAndIntervalDisagree)
{
    // The score test has p = .037, the exact one .061: the interval excludes 0, and no difference is claimed.
    const auto answer = compare_counts({0, 20}, {4, 20}, level);
    const auto& test = primary(answer);
    EXPECT_NEAR(test.p_value.number(), 0.061, 5e-4);
    EXPECT_LT(test.interval->upper, 0.0);
    ASSERT_EQ(test.warnings.size(), 1u);
    EXPECT_EQ(test.warnings[0].code, "interval_disagrees");
    EXPECT_EQ(verdict_of(answer).state, VerdictState::not_shown) << test::said(answer);
    // Five rows that only A gets right: exact p = 1/16, and Tango's interval excludes 0.
    const auto discordant = compare_discordant({5, 0, 100}, level);
    EXPECT_EQ(primary(discordant).interval->method, "score");
    EXPECT_LT(primary(discordant).interval->upper, 0.0);
    EXPECT_EQ(primary(discordant).warnings.at(0).code, "interval_disagrees");
    EXPECT_TRUE(primary(compare_discordant({12, 5, 200}, level)).warnings.empty());
}

TEST(TwoProportions, ChooseTheTestByTheRows)
{
    EXPECT_EQ(primary(compare_counts({300, 1000}, {350, 1000}, level)).test, "boschloo");
    EXPECT_EQ(primary(compare_counts({300, 1000}, {350, 200'000}, level)).test,
              "fisher_exact"); // two errors expected in 1000 rows
    EXPECT_EQ(primary(compare_counts({300, 1000}, {50'000, 200'000}, level)).test, "farrington_manning");
    EXPECT_THROW(boschloo({1, 1}, {1, 100'000}), InputError);
}

TEST(TwoProportions, ScoreIntervalHoldsZeroJustWhereTheTestDoesNotReject)
{
    for (const std::uint64_t n1 : {1, 4, 17, 60})
        for (const std::uint64_t n2 : {3, 25, 400})
            for (std::uint64_t x = 0; x <= n1; ++x)
                for (std::uint64_t y = 0; y <= n2; y += 1 + n2 / 40) {
                    const auto test = farrington_manning({x, n1}, {y, n2}, level);
                    EXPECT_EQ(test.interval->lower <= 0.0 && test.interval->upper >= 0.0,
                              test.p_value.number() > 0.05)
                        << x << '/' << n1 << ' ' << y << '/' << n2;
                }
}

TEST(TwoProportions, ScoreLimitsAreWhereTheLargestLikelihoodSaysSo)
{
    // The likelihood's maximum under p1 - p2 = d by trying 10^5 values of p2, instead of by its slope.
    const ErrorCount a{7, 40}, b{2, 90};
    const auto test = farrington_manning(a, b, level);
    for (const double d : {test.interval->lower, test.interval->upper}) {
        double best = 0, most = -INFINITY;
        for (int i = 1; i < 100'000; ++i) {
            const double p2 = std::max(0.0, -d) + (1.0 - std::abs(d)) * i / 100'000;
            const double p1 = p2 + d;
            const double likelihood =
                7 * std::log(p1) + 33 * std::log(1 - p1) + 2 * std::log(p2) + 88 * std::log(1 - p2);
            if (likelihood > most) best = p2, most = likelihood;
        }
        const double variance = ((best + d) * (1 - best - d) / 40 + best * (1 - best) / 90) * 130 / 129;
        EXPECT_NEAR(std::abs(7.0 / 40 - 2.0 / 90 - d) / std::sqrt(variance), 1.959963984540054, 1e-4);
    }
}

TEST(TwoProportions, EnumerationOfAllTablesGivesBoschloosP)
{
    // Sums Bin(i; n1, p) Bin(j; n2, p) over the tables whose one-sided p of Fisher's test is at most the
    // observed one, at 5,000 values of p.
    constexpr std::uint64_t n1 = 5, n2 = 8;
    const auto by_tables = [](std::uint64_t x, std::uint64_t y) {
        const double seen = fisher_exact({x, n1}, {y, n2}).p_value_one_sided.number() * (1 + 1e-7);
        std::vector<std::pair<std::uint64_t, std::uint64_t>> tables;
        for (std::uint64_t i = 0; i <= n1; ++i)
            for (std::uint64_t j = 0; j <= n2; ++j)
                if (fisher_exact({i, n1}, {j, n2}).p_value_one_sided.number() <= seen)
                    tables.emplace_back(i, j);
        double largest = 0;
        for (int step = 0; step <= 5'000; ++step) {
            const double p = step / 5'000.0;
            double sum = 0;
            for (const auto& [i, j] : tables)
                sum += std::exp(binomial_log_pmf(i, n1, p) + binomial_log_pmf(j, n2, p));
            largest = std::max(largest, sum);
        }
        return largest;
    };
    for (const auto& [x, y] : {std::pair<std::uint64_t, std::uint64_t>{0, 3}, {1, 5}, {2, 8}, {0, 0}})
        EXPECT_NEAR(boschloo({x, n1}, {y, n2}).p_value_one_sided.number(), by_tables(x, y), 1e-6)
            << x << ' ' << y;
}

TEST(TwoProportions, SayWhereThereIsNoSpread)
{
    const auto apart = z_two_proportions({0, 50}, {50, 50}, level);
    EXPECT_EQ(apart.statistic.reason(), reasons::infinite);
    EXPECT_EQ(apart.p_value.number(), 0.0);
    EXPECT_EQ(apart.p_value_one_sided.number(), 0.0);
    EXPECT_EQ(apart.warnings.at(0).code, "zero_variance");
    const auto same = z_two_proportions({0, 50}, {0, 50}, level);
    EXPECT_EQ(same.p_value.number(), 1.0);
    EXPECT_EQ(same.interval.reason(), reasons::zero_variance);
}

TEST(Counts, MayBeAsDifferentAsTheyLike)
{
    // Far out on the wrong side of the mode the ratios of the tables' probabilities grow beyond all numbers.
    const auto worse = fisher_exact({300, 1000}, {350, 200'000});
    EXPECT_LT(worse.p_value.number(), 1e-100);
    EXPECT_EQ(worse.p_value_one_sided.number(), 1.0);
    EXPECT_EQ(fisher_exact({350, 200'000}, {300, 1000}).p_value.number(), worse.p_value.number());
}

TEST(Counts, AreCheckedBeforeAnythingElse)
{
    EXPECT_THROW(z_two_proportions({0, 0}, {1, 2}, level), InputError);
    EXPECT_THROW(z_two_proportions({3, 2}, {1, 2}, level), InputError);
    EXPECT_THROW(fisher_exact({1, 2}, {3, 2}), InputError);
    EXPECT_THROW(farrington_manning({1, 2}, {3, 2}, level), InputError);
    EXPECT_THROW(boschloo({1, 2}, {3, 2}), InputError);
    EXPECT_THROW(mcnemar({3, 4, 6}, level), InputError);
}

TEST(Counts, HaveTheValuesOfR)
{
    std::size_t found = 0;
    const auto close = [&](double value, const std::string& text, const std::string& what) {
        const double expected = std::stod(text);
        EXPECT_NEAR(value, expected, 1e-10 * expected) << what;
        ++found;
    };
    for (const auto& row : test::oracle_lines("compare.txt")) {
        const auto n = [&](std::size_t i) { return std::stoull(row.at(i)); };
        if (row[0] == "fisher") {
            const auto result = fisher_exact({n(1), n(2)}, {n(3), n(4)});
            close(result.p_value.number(), row[5], "fisher " + row[1] + ' ' + row[2]);
            close(result.p_value_one_sided.number(), row[6], "fisher, less " + row[1] + ' ' + row[2]);
        } else if (row[0] == "mcnemar") {
            const Discordant counts{n(1), n(2)};
            close(mcnemar(counts, level, McNemar::chi2).statistic.number(), row[3], "chi2");
            close(mcnemar(counts, level, McNemar::chi2).p_value.number(), row[4], "p");
            close(mcnemar(counts, level, McNemar::chi2_continuity).statistic.number(), row[5], "cc");
            close(mcnemar(counts, level, McNemar::chi2_continuity).p_value.number(), row[6], "p cc");
            close(mcnemar(counts, level).p_value.number(), row[7], "exact");
        } else if (row[0] == "z_pooled") {
            close(z_two_proportions({n(1), n(2)}, {n(3), n(4)}, level, Proportions::pooled).p_value.number(),
                  row[5], "pooled");
        }
    }
    EXPECT_EQ(found, 39u);
}

TEST(McNemarTest, HasTheValuesOfMethods)
{
    const struct {
        std::uint64_t b, c;
        double exact, mid_p, cc, p_cc;
    } cases[] = {{12, 5, 0.143463134765625, 0.09625244140624994, 2.1176470588235294, 0.1456100953968629},
                 {59, 6, 4.964650327128616e-12, 2.7258031986068867e-12, 41.6, 1.1199327149542469e-10},
                 {6, 6, 1, 1, 0, 1},
                 {0, 5, 0.0625, 0.03125, 3.2, 0.07363827012030258},
                 {0, 0, 1, 1, 0, 1}};
    for (const auto& one : cases) {
        const Discordant counts{one.b, one.c};
        EXPECT_NEAR(mcnemar(counts, level).p_value.number(), one.exact, 1e-12 * one.exact) << one.b;
        EXPECT_NEAR(mcnemar(counts, level, McNemar::mid_p).p_value.number(), one.mid_p, 1e-12 * one.mid_p)
            << one.b;
        const auto cc = mcnemar(counts, level, McNemar::chi2_continuity);
        EXPECT_NEAR(cc.statistic.number(), one.cc, 1e-12) << one.b;
        EXPECT_NEAR(cc.p_value.number(), one.p_cc, 1e-12 * one.p_cc) << one.b;
    }
    // Tango's limits of METHODS I.6, with the sign of errors; the chi-square forms have (b-c)/n +- z
    // sqrt(b+c-(b-c)^2/n)/n.
    const auto tango = mcnemar({12, 5, 200}, level);
    EXPECT_NEAR(tango.interval->lower, -0.08065565688, 1e-10);
    EXPECT_NEAR(tango.interval->upper, 0.006002516864, 1e-10);
    const auto result = mcnemar({12, 5, 100}, level, McNemar::chi2);
    EXPECT_NEAR(result.difference.number(), -0.07, 1e-15);
    EXPECT_EQ(result.interval->method, "wald_paired");
    EXPECT_NEAR(result.interval->lower, -0.07 - 1.959963984540054 * std::sqrt(17 - 0.49) / 100, 1e-14);
    EXPECT_EQ(mcnemar({12, 5}, level).interval.reason(), reasons::rows_unknown);
}

TEST(Counts, EnumerationOfAllTablesGivesFishersP)
{
    const auto choose = [](std::uint64_t n, std::uint64_t k) {
        double c = 1.0;
        for (std::uint64_t i = 1; i <= k; ++i)
            c = c * static_cast<double>(n - k + i) / static_cast<double>(i);
        return k > n ? 0.0 : c;
    };
    for (std::uint64_t n1 = 1; n1 <= 7; ++n1)
        for (std::uint64_t n2 = 1; n2 <= 6; ++n2)
            for (std::uint64_t x = 0; x <= n1; ++x)
                for (std::uint64_t y = 0; y <= n2; ++y) {
                    const auto weight = [&](std::uint64_t i) {
                        return choose(n1, i) * choose(n2, x + y - i);
                    };
                    double all = 0, two = 0, less = 0;
                    for (std::uint64_t i = 0; i <= std::min(n1, x + y); ++i) {
                        all += weight(i);
                        if (weight(i) <= weight(x) * (1 + 1e-7)) two += weight(i);
                        if (i <= x) less += weight(i);
                    }
                    const auto result = fisher_exact({x, n1}, {y, n2});
                    EXPECT_NEAR(result.p_value.number(), two / all, 1e-12)
                        << x << '/' << n1 << ' ' << y << '/' << n2;
                    EXPECT_NEAR(result.p_value_one_sided.number(), less / all, 1e-12)
                        << x << '/' << n1 << ' ' << y << '/' << n2;
                }
}

TEST(Counts, SwappingFlipsTheSignAndKeepsP)
{
    const ErrorCount pairs[][2] = {
        {{20, 100}, {30, 100}}, {{0, 40}, {3, 35}}, {{2, 10}, {7, 12}}, {{5, 50}, {5, 50}}};
    for (const auto& [a, b] : pairs) {
        const auto one = compare_counts(a, b, level);
        const auto other = compare_counts(b, a, level);
        for (std::size_t i = 0; i < one.comparisons.size(); ++i) {
            const auto& x = one.comparisons[i];
            const auto& y = other.comparisons[i];
            EXPECT_EQ(x.difference.number(), -y.difference.number());
            ASSERT_EQ(x.p_value.exists(), y.p_value.exists());
            if (x.p_value) { EXPECT_NEAR(x.p_value.number(), y.p_value.number(), 1e-14) << x.test; }
            if (x.interval) { EXPECT_NEAR(x.interval->lower, -y.interval->upper, 1e-15) << x.test; }
        }
    }
    for (const auto form : {McNemar::exact, McNemar::mid_p, McNemar::chi2, McNemar::chi2_continuity})
        for (std::uint64_t b = 0; b < 9; ++b)
            for (std::uint64_t c = 0; c < 9; ++c) {
                const auto one = mcnemar({b, c, 40}, level, form);
                const auto other = mcnemar({c, b, 40}, level, form);
                EXPECT_EQ(one.difference.number(), -other.difference.number());
                EXPECT_EQ(one.p_value.number(), other.p_value.number());
                if (b == c) { EXPECT_EQ(one.p_value.number(), 1.0); }
            }
}

TEST(Models, PermutationOfTheRowsGivesMcNemarsP)
{
    for (std::uint64_t b = 0; b <= 6; ++b)
        for (std::uint64_t c = 0; c <= 4; ++c) {
            const std::uint64_t n = b + c;
            const double seen = std::abs(static_cast<double>(b) - static_cast<double>(c));
            std::uint64_t extreme = 0;
            for (std::uint64_t pattern = 0; pattern < (std::uint64_t{1} << n); ++pattern) {
                double sum = 0;
                for (std::uint64_t i = 0; i < n; ++i) sum += (pattern >> i & 1) != 0 ? 1.0 : -1.0;
                extreme += std::abs(sum) >= seen;
            }
            const double p = static_cast<double>(extreme) / static_cast<double>(std::uint64_t{1} << n);
            EXPECT_NEAR(mcnemar({b, c}, level).p_value.number(), p, 1e-14) << b << ' ' << c;
        }
}

} // namespace
