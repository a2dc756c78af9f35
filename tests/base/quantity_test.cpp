#include "unseen/base/quantity.hpp"

#include <gtest/gtest.h>

namespace unseen {
namespace {

TEST(Quantity, TimesHaveAUnit)
{
    EXPECT_EQ(parse_seconds("60s"), 60.0);
    EXPECT_EQ(parse_seconds("5min"), 300.0);
    EXPECT_EQ(parse_seconds("1.5h"), 5400.0);
    EXPECT_EQ(parse_seconds("2d"), 172800.0);
    EXPECT_EQ(parse_seconds("500ms"), 0.5);
    EXPECT_EQ(parse_seconds("1e3s"), 1000.0);
    for (const char* text :
         {"", "s", "60", "-1s", "0s", "60 s", "60m", "60S", "nan s", "infs", "1e308d", "s60", "1min30s"})
        EXPECT_FALSE(parse_seconds(text)) << text;
    for (const double seconds : {0.001, 0.1, 1.0, 60.0, 1e9, 1e-9})
        EXPECT_EQ(parse_seconds(print_seconds(seconds)), seconds);
}

TEST(Quantity, SizesHaveAUnit)
{
    EXPECT_EQ(parse_bytes("2GiB"), std::uint64_t{2} << 30);
    EXPECT_EQ(parse_bytes("2GB"), 2'000'000'000U);
    EXPECT_EQ(parse_bytes("1.5KiB"), 1536U);
    EXPECT_EQ(parse_bytes("7B"), 7U);
    for (const char* text : {"", "2", "GiB", "0B", "0.5B", "-1B", "2 GiB", "2gib", "2G", "1e300TiB"})
        EXPECT_FALSE(parse_bytes(text)) << text;
    EXPECT_EQ(print_bytes(std::uint64_t{2} << 30), "2GiB");
    EXPECT_EQ(print_bytes(1536), "1536B");
    EXPECT_EQ(print_bytes(std::uint64_t{5000} << 40), "5000TiB");
    for (const std::uint64_t bytes : {1U, 1000U, 1024U, 123456789U})
        EXPECT_EQ(parse_bytes(print_bytes(bytes)), bytes);
}

} // namespace
} // namespace unseen
