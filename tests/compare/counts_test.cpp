// Comparisons by counts: the textbook's cases, R's values, enumeration, laws.
#include "unseen/compare/counts.hpp"

#include "unseen/base/error.hpp"

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
    EXPECT_NEAR(z_two_proportions({20, 100}, {30, 100}, level, Proportions::pooled).statistic.number(), 1.6329931618554523,
                1e-12);
    EXPECT_NEAR(z_two_proportions({20, 100}, {25, 100}, level, Proportions::pooled).statistic.number(), 0.8466675133346033,
                1e-12);
}

TEST(TwoProportions, GiveWayToFisherBelowThirtyRows)
{
    const auto few = compare_counts({2, 29}, {9, 100}, level);
    EXPECT_EQ(primary(few).test, "fisher_exact");
    EXPECT_EQ(few.comparisons[0].p_value.reason(), "too_few_rows");
    EXPECT_EQ(few.comparisons[0].statistic.reason(), "too_few_rows");
    EXPECT_EQ(primary(compare_counts({2, 30}, {9, 100}, level)).test, "z_two_proportions");
}

TEST(TwoProportions, SayWhereThereIsNoSpread)
{
    const auto apart = z_two_proportions({0, 50}, {50, 50}, level);
    EXPECT_EQ(apart.statistic.reason(), "infinite");
    EXPECT_EQ(apart.p_value.number(), 0.0);
    EXPECT_EQ(apart.p_value_one_sided.number(), 0.0);
    EXPECT_EQ(apart.warnings.at(0).code, "zero_variance");
    const auto same = z_two_proportions({0, 50}, {0, 50}, level);
    EXPECT_EQ(same.p_value.number(), 1.0);
    EXPECT_EQ(same.interval_reason, "zero_variance");
}

TEST(Counts, AreCheckedBeforeAnythingElse)
{
    EXPECT_THROW(z_two_proportions({0, 0}, {1, 2}, level), InputError);
    EXPECT_THROW(z_two_proportions({3, 2}, {1, 2}, level), InputError);
    EXPECT_THROW(fisher_exact({1, 2}, {3, 2}), InputError);
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
            close(z_two_proportions({n(1), n(2)}, {n(3), n(4)}, level, Proportions::pooled).p_value.number(), row[5], "pooled");
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
        EXPECT_NEAR(mcnemar(counts, level, McNemar::mid_p).p_value.number(), one.mid_p, 1e-12 * one.mid_p) << one.b;
        const auto cc = mcnemar(counts, level, McNemar::chi2_continuity);
        EXPECT_NEAR(cc.statistic.number(), one.cc, 1e-12) << one.b;
        EXPECT_NEAR(cc.p_value.number(), one.p_cc, 1e-12 * one.p_cc) << one.b;
    }
    // (b-c)/n +- z sqrt(b+c-(b-c)^2/n)/n, with the sign of errors: 7 fewer of A among 100 rows.
    const auto result = mcnemar({12, 5, 100}, level);
    EXPECT_NEAR(result.difference.number(), -0.07, 1e-15);
    EXPECT_NEAR(result.interval->lower, -0.07 - 1.959963984540054 * std::sqrt(17 - 0.49) / 100, 1e-14);
    EXPECT_EQ(mcnemar({12, 5}, level).interval_reason, "rows_unknown");
}

TEST(Counts, EnumerationOfAllTablesGivesFishersP)
{
    const auto choose = [](std::uint64_t n, std::uint64_t k) {
        double c = 1.0;
        for (std::uint64_t i = 1; i <= k; ++i) c = c * static_cast<double>(n - k + i) / static_cast<double>(i);
        return k > n ? 0.0 : c;
    };
    for (std::uint64_t n1 = 1; n1 <= 7; ++n1)
        for (std::uint64_t n2 = 1; n2 <= 6; ++n2)
            for (std::uint64_t x = 0; x <= n1; ++x)
                for (std::uint64_t y = 0; y <= n2; ++y) {
                    const auto weight = [&](std::uint64_t i) { return choose(n1, i) * choose(n2, x + y - i); };
                    double all = 0, two = 0, less = 0;
                    for (std::uint64_t i = 0; i <= std::min(n1, x + y); ++i) {
                        all += weight(i);
                        if (weight(i) <= weight(x) * (1 + 1e-7)) two += weight(i);
                        if (i <= x) less += weight(i);
                    }
                    const auto result = fisher_exact({x, n1}, {y, n2});
                    EXPECT_NEAR(result.p_value.number(), two / all, 1e-12) << x << '/' << n1 << ' ' << y << '/' << n2;
                    EXPECT_NEAR(result.p_value_one_sided.number(), less / all, 1e-12) << x << '/' << n1 << ' ' << y << '/' << n2;
                }
}

TEST(Counts, SwappingFlipsTheSignAndKeepsP)
{
    const ErrorCount pairs[][2] = {{{20, 100}, {30, 100}}, {{0, 40}, {3, 35}}, {{2, 10}, {7, 12}}, {{5, 50}, {5, 50}}};
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
