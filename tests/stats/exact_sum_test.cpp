#include "unseen/stats/exact_sum.hpp"

#include "stats/sum_of_few.hpp"
#include "unseen/stats/random.hpp"

#include "support/oracle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace unseen {
namespace {

using List = std::vector<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest = std::numeric_limits<double>::max();
constexpr double ulp_of_one = 0x1p-52;

ExactSum sum_of(const List& list)
{
    ExactSum sum;
    for (const double x : list) sum.add(x);
    return sum;
}

void expect_bits(double value, double expected)
{
    EXPECT_EQ(std::bit_cast<std::uint64_t>(value), std::bit_cast<std::uint64_t>(expected))
        << value << " is not " << expected;
}

struct Case {
    double sum;
    List list;
};

std::vector<Case> oracle()
{
    std::vector<Case> cases;
    for (const auto& row : test::oracle_table("exact_sum.txt")) {
        auto& c = cases.emplace_back(Case{std::strtod(row[0].c_str(), nullptr), {}});
        for (std::size_t i = 1; i < row.size(); ++i) c.list.push_back(std::strtod(row[i].c_str(), nullptr));
    }
    return cases;
}

TEST(SumOfFew, IsTheExactSum)
{
    for (const auto& c : oracle())
        if (c.list.size() <= 32) expect_bits(sum_of_few(c.list), sum_of(c.list).value());
    expect_bits(sum_of_few({}), 0.0);
    expect_bits(sum_of_few(List{-0.0}), 0.0);
    expect_bits(sum_of_few(List{1.0, ulp_of_one / 2, ulp_of_one * ulp_of_one}), 1.0 + ulp_of_one);
    expect_bits(sum_of_few(List{largest, largest, -largest}), largest);
    Stream stream(1, Purpose::generation, 33);
    for (int k = 0; k < 20000; ++k) {
        List list(1 + stream.below(32));
        for (double& x : list) // some of equal size, some far apart, many that cancel
            x = std::ldexp(stream.uniform() - 0.5, static_cast<int>(stream.below(k % 3 == 0 ? 4 : 120)) - 60);
        for (std::size_t i = 1; i < list.size(); i += 3) list[i] = -list[i - 1] * (1.0 + ulp_of_one);
        expect_bits(sum_of_few(list), sum_of(list).value());
    }
}

TEST(ExactSum, OfNothingIsPlusZero)
{
    expect_bits(ExactSum().value(), 0.0);
    expect_bits(sum_of({-0.0}).value(), 0.0);
    expect_bits(sum_of({-1.5, 1.5}).value(), 0.0);
    EXPECT_EQ(sum_of({-1.5, 1.5}), ExactSum());
}

TEST(ExactSum, RefusesWhatIsNotFinite)
{
    for (const double x : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
        ExactSum sum;
        EXPECT_THROW(sum.add(x), std::logic_error);
        expect_bits(sum.value(), 0.0);
    }
}

TEST(ExactSum, OfOneNumberIsThatNumber)
{
    Stream stream(21, Purpose::generation);
    for (int i = 0; i < 20000; ++i) {
        const auto x = std::bit_cast<double>(stream.next());
        if (std::isfinite(x) && x != 0.0) expect_bits(sum_of({x}).value(), x);
    }
    for (const double x : {largest, -largest, 5e-324, -5e-324, 0x1p-1022, 0x0.fffffffffffffp-1022})
        expect_bits(sum_of({x}).value(), x);
}

/// Fails unless the numbers at once, behind others, come to what they do one after the other.
void expect_alike_at_once(const List& before, const List& list, const std::string& what)
{
    ExactSum at_once;
    at_once.add(before);
    at_once.add(list);
    ExactSum one_by_one = sum_of(before);
    one_by_one.merge(sum_of(list));
    EXPECT_EQ(at_once, one_by_one) << what << ", " << list.size() << " numbers";
}

TEST(ExactSum, OfManyAtOnceIsThatOfOneAfterTheOther)
{
    Stream stream(23, Purpose::generation);
    const auto of_any_bits = [&] {
        for (;;)
            if (const auto x = std::bit_cast<double>(stream.next()); std::isfinite(x)) return x;
    };
    const auto spread = [&](int least, std::uint64_t powers) {
        return std::ldexp(stream.uniform() - 0.5, least + static_cast<int>(stream.below(powers)));
    };
    struct Kind {
        const char* name;
        std::function<double()> draw;
    };
    const Kind kinds[] = {
        {"of any bits", of_any_bits},
        {"near one, and zeros", [&] { return stream.below(8) == 0 ? -0.0 : spread(0, 90); }},
        {"losses", [&] { return -std::log1p(-stream.uniform() * spread(-60, 60)); }},
        {"tiny", [&] { return spread(-1070, 70); }},
        {"subnormal or not", [&] { return spread(-1040, 200); }},
        {"huge", [&] { return spread(1020, 5); }},
        {"minus the largest", [] { return -largest; }}};
    for (const std::size_t n : {0, 1, 2, 3, 4, 5, 100, 511, 512, 513, 515, 516, 1024, 5000})
        for (const auto& kind : kinds) {
            List list;
            for (std::size_t i = 0; i < n; ++i) list.push_back(kind.draw());
            expect_alike_at_once({-0.375}, list, kind.name);
        }
}

TEST(ExactSum, OfManyAtOnceFollowsNumbersThatGrowOrShrink)
{
    Stream stream(24, Purpose::generation);
    for (const int step : {-700, -100, -60, -37, -36, -9, -1, 1, 9, 36, 37, 60, 100, 700}) {
        List list;
        for (int block = 0; block < 6; ++block)
            for (int i = 0; i < 512; ++i)
                list.push_back(std::ldexp(stream.uniform() - 0.25, std::clamp(block * step, -1000, 1000)));
        expect_alike_at_once({}, list, "steps of 2^" + std::to_string(step));
        List alternating;
        for (std::size_t i = 0; i < list.size(); ++i) alternating.push_back(list[i * 7 % list.size()]);
        expect_alike_at_once({}, alternating, "alternating steps of 2^" + std::to_string(step));
    }
}

TEST(ExactSum, OfManyAtOnceHasRoomForAFullBlock)
{
    // The largest numbers that the first guess of their size allows, all of one sign, with rests as large as
    // they get: nothing may overflow.
    const List one(4, 1.0);
    for (const double sign : {1.0, -1.0})
        for (int power = -100; power <= 0; ++power) {
            const double rest = std::ldexp(1.0 - 0x1p-9, power);
            for (const double x : {2.0 - ulp_of_one, 2.0 - rest, 1.0 + rest, rest})
                expect_alike_at_once(one, List(512, sign * x), "rests of 2^" + std::to_string(power));
            List mixed;
            for (int i = 0; i < 512; ++i)
                mixed.push_back(sign * (i % 4 == 0 ? 2.0 - ulp_of_one : i % 4 == 1 ? 1.0 + rest : -rest));
            expect_alike_at_once(one, mixed, "mixed with rests of 2^" + std::to_string(power));
        }
}

TEST(ExactSum, OfManyRefusesWhatIsNotFinite)
{
    for (const double x : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
        for (const std::size_t at : {0, 3, 1500, 1999, 2001}) {
            List list(2002, 1.0);
            list[at] = x;
            ExactSum sum;
            EXPECT_THROW(sum.add(list), std::logic_error) << at;
        }
    }
}

TEST(ExactSum, IsCorrectlyRounded)
{
    for (const auto& c : oracle()) expect_bits(sum_of(c.list).value(), c.sum); // docs/METHODS.md I.13
}

TEST(ExactSum, DoesNotDependOnTheOrder)
{
    Stream stream(22, Purpose::generation);
    for (auto& c : oracle()) {
        const auto first = sum_of(c.list);
        for (int i = 0; i < 20; ++i) {
            stream.shuffle(std::span(c.list));
            EXPECT_EQ(sum_of(c.list), first);
            expect_bits(sum_of(c.list).value(), c.sum);
        }
    }
}

TEST(ExactSum, MergesShardsInAnyOrder)
{
    Stream stream(23, Purpose::generation);
    for (const auto& c : oracle()) {
        const auto whole = sum_of(c.list);
        for (int i = 0; i < 20; ++i) {
            std::vector<ExactSum> shards(7);
            for (const double x : c.list) shards[static_cast<std::size_t>(stream.below(7))].add(x);
            stream.shuffle(std::span(shards));
            ExactSum merged;
            for (const auto& shard : shards) merged.merge(shard);
            EXPECT_EQ(merged, whole);
            expect_bits(merged.value(), c.sum);
        }
    }
}

TEST(ExactSum, TellsSumsApartThatRoundAlike)
{
    EXPECT_NE(sum_of({1.0, 5e-324}), sum_of({1.0}));
    expect_bits(sum_of({1.0, 5e-324}).value(), 1.0);
    EXPECT_NE(sum_of({1.0}), sum_of({-1.0}));
}

TEST(ExactSum, CancelsWithoutLoss)
{
    expect_bits(sum_of({1e300, 1.0, -1e300}).value(), 1.0);
    expect_bits(sum_of({largest, 5e-324, -largest}).value(), 5e-324);
    expect_bits(sum_of({largest, largest, 3.0, -largest, -largest}).value(), 3.0);
    expect_bits(sum_of({-1e16, -1.0, 1e16}).value(), -1.0);
}

TEST(ExactSum, AddsSubnormals)
{
    constexpr double smallest = 5e-324;
    expect_bits(sum_of({smallest, smallest, -smallest * 5}).value(), -smallest * 3);
    expect_bits(sum_of({0x0.fffffffffffffp-1022, smallest}).value(), 0x1p-1022);
    expect_bits(sum_of({0x1p-1022, -smallest}).value(), 0x0.fffffffffffffp-1022);
}

TEST(ExactSum, RoundsHalfToEven)
{
    const double half = ulp_of_one / 2;
    for (const double sign : {1.0, -1.0}) {
        expect_bits(sum_of({sign, sign * half}).value(), sign);
        expect_bits(sum_of({sign, sign * half, sign * 5e-324}).value(), sign * (1 + ulp_of_one));
        expect_bits(sum_of({sign * (1 + ulp_of_one), sign * half}).value(), sign * (1 + 2 * ulp_of_one));
        expect_bits(sum_of({sign * (1 + ulp_of_one), sign * half, sign * -5e-324}).value(),
                    sign * (1 + ulp_of_one));
        // All ones: rounding up carries into the next binade.
        expect_bits(sum_of({sign * (2 - ulp_of_one), sign * half}).value(), sign * 2.0);
    }
}

TEST(ExactSum, OverflowsWhereRoundingDoes)
{
    constexpr double half_ulp = 0x1p+970; // of the largest double
    expect_bits(sum_of({largest, largest}).value(), infinity);
    expect_bits(sum_of({-largest, -largest}).value(), -infinity);
    expect_bits(sum_of({largest, half_ulp}).value(), infinity);
    expect_bits(sum_of({largest, half_ulp, -5e-324}).value(), largest);
    auto sum = sum_of({largest, largest});
    sum.add(-largest);
    expect_bits(sum.value(), largest); // an infinite value is read, not stored
}

TEST(ExactSum, HoldsManyTimesTheLargestDouble)
{
    ExactSum sum = sum_of({largest, 1.0});
    for (int i = 0; i < 60; ++i) sum.merge(sum); // doubles it, with itself
    expect_bits(sum.value(), infinity);
    ExactSum minus = sum_of({-largest});
    for (int i = 0; i < 60; ++i) minus.merge(minus);
    sum.merge(minus);
    expect_bits(sum.value(), 0x1p60);
}

TEST(ExactSum, AddsProductsExactly)
{
    ExactSum sum;
    const double x = 1 + 0x1p-30; // x^2 = 1 + 2^-29 + 2^-60
    sum.add_product(x, x);
    sum.add(-1);
    sum.add(-0x1p-29);
    expect_bits(sum.value(), 0x1p-60);
    sum.add_product(-x, x);
    sum.add_product(0.0, largest);
    sum.add(1);
    sum.add(0x1p-29);
    EXPECT_EQ(sum, ExactSum());
}

TEST(ExactSum, PairHoldsTheSumToTwiceThePrecision)
{
    const auto simple = sum_of({1.0, 0x1p-60, 0x1p-120}).pair();
    expect_bits(simple.high, 1.0);
    expect_bits(simple.low, 0x1p-60);
    expect_bits(sum_of({largest, largest}).pair().high, infinity);
    expect_bits(sum_of({largest, largest}).pair().low, 0.0);
    for (const auto& c : oracle()) {
        const auto sum = sum_of(c.list);
        const auto pair = sum.pair();
        expect_bits(pair.high, sum.value());
        EXPECT_EQ(pair.high + pair.low, pair.high) << "low is at most half an ulp of high";
        ExactSum rest = sum;
        rest.add(-pair.high);
        expect_bits(rest.value(), pair.low);
    }
}

} // namespace
} // namespace unseen
