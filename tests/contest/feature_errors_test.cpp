#include "unseen/contest/feature_errors.hpp"

#include "unseen/read/reader.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace unseen {
namespace {

Dataset rows_of(const std::string& text) { return Dataset::make(parse_table(text, "rows.csv")); }

std::vector<std::uint32_t> all_rows(std::size_t n)
{
    std::vector<std::uint32_t> rows(n);
    std::iota(rows.begin(), rows.end(), 0u);
    return rows;
}

TEST(FeatureErrors, AreMeansOfBinsAndTheTellingFeatureComesFirst)
{
    std::string text = "noise,x,colour,class\n";
    std::vector<double> errors;
    for (int i = 0; i < 160; ++i) {
        const bool high = i % 16 >= 8; // x is i % 16: each value has ten rows
        errors.push_back(high && i % 3 == 0 ? 1.0 : 0.0);
        text += std::to_string((i * 37) % 160) + ',' + std::to_string(i % 16) + ",c" + std::to_string(i % 5) +
                (i % 2 == 0 ? ",a\n" : ",b\n");
    }
    const auto data = rows_of(text);
    const auto found = errors_by_feature(data, all_rows(160), errors);
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0].feature, "x");
    ASSERT_EQ(found[0].bins.size(), 8u);
    double total = 0.0;
    for (std::size_t b = 0; b < 8; ++b) {
        const auto& bin = found[0].bins[b];
        EXPECT_EQ(bin.rows, 20u);
        EXPECT_EQ(bin.lowest, 2.0 * static_cast<double>(b));
        EXPECT_EQ(bin.highest, bin.lowest + 1.0);
        EXPECT_EQ(bin.error == 0.0, b < 4);
        // of zeros and ones: p (1 - p) / (n - 1)
        EXPECT_NEAR(*bin.standard_error, std::sqrt(bin.error * (1.0 - bin.error) / 19.0), 1e-12);
        total += 20.0 * bin.error;
    }
    EXPECT_NEAR(total, std::accumulate(errors.begin(), errors.end(), 0.0), 1e-9);
    EXPECT_GT(found[0].explained, 0.1);
    EXPECT_LT(found[2].explained, 0.05);
}

TEST(FeatureErrors, KeepEqualNumbersTogetherAndNameMissingAndRareCells)
{
    std::string text = "x,colour,class\n";
    std::vector<double> errors;
    for (int i = 0; i < 90; ++i) {
        errors.push_back(i % 9 == 0 ? 2.5 : 0.5);
        text += (i < 60   ? "0"
                 : i < 80 ? std::to_string(i)
                          : "") +
                ",c" + std::to_string(i % 12) + (i % 2 == 0 ? ",a\n" : ",b\n");
    }
    auto found = errors_by_feature(rows_of(text), all_rows(90), errors);
    const auto& x = found[0].feature == "x" ? found[0] : found[1];
    const auto& colour = found[0].feature == "x" ? found[1] : found[0];
    ASSERT_EQ(x.bins.size(), 9u); // seven others share the 20 different numbers
    EXPECT_EQ(x.bins[0].rows, 60u);
    EXPECT_EQ(x.bins[0].highest, 0.0);
    EXPECT_GE(x.bins[1].rows, 2u);
    EXPECT_TRUE(x.bins[8].missing);
    EXPECT_EQ(x.bins[8].rows, 10u);
    ASSERT_EQ(colour.bins.size(), 8u);
    EXPECT_TRUE(colour.bins[7].others);
    EXPECT_EQ(colour.bins[0].category, "c0");
    std::uint64_t rows = 0;
    for (const auto& bin : colour.bins) rows += bin.rows;
    EXPECT_EQ(rows, 90u);
}

TEST(FeatureErrors, OfEqualErrorsExplainNothingAndOneRowHasNoStandardError)
{
    const auto data = rows_of("x,class\n1,a\n2,b\n3,a\n");
    const std::vector<double> errors(3, 1.0);
    const auto found = errors_by_feature(data, all_rows(3), errors);
    EXPECT_EQ(found[0].explained, 0.0);
    EXPECT_EQ(found[0].bins.size(), 3u);
    EXPECT_FALSE(found[0].bins[0].standard_error);
    EXPECT_TRUE(errors_by_feature(data, {}, {}).empty());
}

} // namespace
} // namespace unseen
