#include "unseen/base/number.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

namespace unseen {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The same number to the bit, so that 0 and -0 differ.
void expect_number(const std::string& text, double expected)
{
    const auto number = parse_number(text);
    ASSERT_TRUE(number.has_value()) << '"' << text << '"';
    EXPECT_EQ(std::bit_cast<std::uint64_t>(*number), std::bit_cast<std::uint64_t>(expected))
        << '"' << text << "\" is " << *number;
}

std::string zeros(std::size_t n) { return std::string(n, '0'); }

TEST(ParseNumber, RefusesWhatIsNoNumber)
{
    for (const char* text : {"",
                             " ",
                             ".",
                             "-",
                             "+",
                             "e5",
                             "1e",
                             "1e+",
                             "1e-",
                             "1e1.5",
                             " 1",
                             "1 ",
                             "1\t",
                             "1,5",
                             "1_000",
                             "1d5",
                             "++1",
                             "+-1",
                             "-+1",
                             "--1",
                             "1-",
                             "1.2.3",
                             "0x10",
                             "0x1p3",
                             "1f",
                             "nan",
                             "NaN",
                             "-nan",
                             "+nan",
                             "NA",
                             "nan(1)",
                             "infin",
                             "in",
                             "-",
                             "- 1",
                             "one",
                             "\xc2\xa0"
                             "1",
                             "1e5e5"})
        EXPECT_FALSE(parse_number(text).has_value()) << '"' << text << '"';
    EXPECT_FALSE(parse_number(std::string_view("1\0", 2)).has_value());
}

TEST(ParseNumber, ReadsSignsPointsAndExponents)
{
    expect_number("0", 0.0);
    expect_number("-0", -0.0);
    expect_number("+0", 0.0);
    expect_number("7", 7.0);
    expect_number("+7", 7.0);
    expect_number("-7", -7.0);
    expect_number("007", 7.0);
    expect_number(".5", 0.5);
    expect_number("+.5", 0.5);
    expect_number("-.5", -0.5);
    expect_number("5.", 5.0);
    expect_number("1e5", 1e5);
    expect_number("1E5", 1e5);
    expect_number("1e+5", 1e5);
    expect_number("25e-1", 2.5);
    expect_number("-1.5e3", -1500.0);
}

TEST(ParseNumber, ReadsInfinityInAnyCase)
{
    for (const char* text : {"inf", "INF", "Inf", "+inf", "infinity", "Infinity"})
        expect_number(text, infinity);
    for (const char* text : {"-inf", "-INFINITY"}) expect_number(text, -infinity);
}

TEST(ParseNumber, MakesWhatIsTooLargeInfinite)
{
    expect_number("1e309", infinity);
    expect_number("+1e309", infinity);
    expect_number("-1e309", -infinity);
    expect_number("1e99999999999999999999", infinity);
    expect_number("1" + zeros(400), infinity);
    expect_number("-1" + zeros(400), -infinity);
    expect_number("1" + zeros(400) + ".5", infinity);
    expect_number("1" + zeros(400) + "e-10", infinity);
    expect_number("10." + zeros(10) + "e400", infinity);
    expect_number("0." + zeros(10) + "1e400", infinity);
}

TEST(ParseNumber, MakesWhatIsTooSmallZeroWithItsSign)
{
    expect_number("1e-400", 0.0);
    expect_number("-1e-400", -0.0);
    expect_number("1e-99999999999999999999", 0.0);
    expect_number("0." + zeros(400) + "1", 0.0);
    expect_number("-0." + zeros(400) + "1", -0.0);
    expect_number("." + zeros(400) + "1", 0.0);
    expect_number("+." + zeros(400) + "1", 0.0);
    expect_number("-." + zeros(400) + "1", -0.0);
    expect_number("000." + zeros(400) + "1", 0.0);
    expect_number("0." + zeros(400) + "1e10", 0.0);
    expect_number("0." + zeros(400) + "1e+10", 0.0);
}

TEST(ParseNumber, TakesZeroWithAnyExponentAsZero)
{
    expect_number("0e400", 0.0);
    expect_number("-0e400", -0.0);
    expect_number("0.000e-99999", 0.0);
    expect_number("0e99999999999999999999", 0.0);
}

TEST(ParseNumber, CancelsLongDigitsAgainstTheExponent)
{
    expect_number("1" + zeros(400) + "e-400", 1.0);
    expect_number("0." + zeros(399) + "1e400", 1.0);
}

TEST(ParseNumber, RoundsCorrectlyAtTheEndsOfTheRange)
{
    constexpr double largest = std::numeric_limits<double>::max();
    constexpr double smallest = std::numeric_limits<double>::denorm_min();
    expect_number("1.7976931348623157e308", largest);
    // Half way to the next double, 2^1024 - 2^970 = 1.797693134862315807937...e308, is the first that
    // overflows.
    expect_number("1.7976931348623158079e308", largest);
    expect_number("1.7976931348623158080e308", infinity);
    expect_number("4.9406564584124654e-324", smallest);
    expect_number("5e-324", smallest);
    // Half of the smallest, 2^-1075 = 2.47032822920623272...e-324, is the border to zero.
    expect_number("2.4703282292062328e-324", smallest);
    expect_number("2.4703282292062327e-324", 0.0);
    expect_number("2.2250738585072011e-308", 0x0.fffffffffffffp-1022);
}

/// Finite doubles of every size, from uniform bit patterns.
template <class F>
void for_random_bits(F&& f)
{
    Stream stream(7, Purpose::generation);
    for (int i = 0; i < 20000; ++i) {
        const auto x = std::bit_cast<double>(stream.next());
        if (std::isfinite(x)) f(x);
    }
}

TEST(ParseNumber, ReadsBackSeventeenDigits)
{
    for_random_bits([](double x) {
        std::array<char, 40> text{};
        std::snprintf(text.data(), text.size(), "%.17g", x);
        expect_number(text.data(), x);
    });
}

TEST(Shortest, ReadsBackAsTheSameDouble)
{
    for_random_bits([](double x) { expect_number(shortest(x), x); });
    for (const double x :
         {0.1, 0.2, 0.1 + 0.2, 1.0 / 3, 1e22, 1e23, 5e-324, 1.7976931348623157e308, -infinity, infinity})
        expect_number(shortest(x), x);
}

TEST(Shortest, IsNoLongerThanNeeded)
{
    EXPECT_EQ(shortest(0.1), "0.1");
    EXPECT_EQ(shortest(3), "3");
    EXPECT_EQ(shortest(-2.5), "-2.5");
    EXPECT_EQ(shortest(1e-5), "1e-05");
    EXPECT_EQ(shortest(1e300), "1e+300");
    EXPECT_EQ(shortest(0.1 + 0.2), "0.30000000000000004");
    EXPECT_EQ(shortest(infinity), "inf");
}

TEST(Shortest, KnowsOneZeroOnly) { EXPECT_EQ(shortest(-0.0), "0"); }

} // namespace
} // namespace unseen
