#include "unseen/base/digest.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <vector>

namespace unseen {
namespace {

Digest of(std::vector<double> numbers) { return Hasher().add(std::span<const double>(numbers)).finish(); }
Digest of_codes(std::vector<std::int32_t> codes)
{
    return Hasher().add(std::span<const std::int32_t>(codes)).finish();
}

TEST(Digest, HexHas32DigitsWithLeadingZeros)
{
    EXPECT_EQ(Digest{}.hex(), "00000000000000000000000000000000");
    EXPECT_EQ((Digest{0x0123456789abcdef, 0xf}).hex(), "0123456789abcdef000000000000000f");
}

TEST(Hasher, GivesThePublishedHashOfNothing)
{
    // The test value of XXH3-128 for an empty input and seed 0; digests are stored with results, so the
    // function must not change.
    EXPECT_EQ(Hasher().finish().hex(), "99aa06d3014798d86001c324468d497f");
}

TEST(Hasher, TellsPiecesApartByTheirLength)
{
    const std::set<Digest> all = {Hasher().add("ab").add("c").finish(),
                                  Hasher().add("a").add("bc").finish(),
                                  Hasher().add("abc").finish(),
                                  Hasher().add("abc").add("").finish(),
                                  Hasher().add("").add("abc").finish(),
                                  Hasher().finish(),
                                  Hasher().add("").finish()};
    EXPECT_EQ(all.size(), 7u);
    const std::vector<double> a = {1, 2};
    const std::vector<double> b = {3};
    EXPECT_NE(Hasher().add(std::span<const double>(a)).add(std::span<const double>(b)).finish(),
              of({1, 2, 3}));
    EXPECT_NE(of_codes({1, 2}), of_codes({1, 2, 0}));
}

TEST(Hasher, GivesTheSameWhetherBytesComeOneByOneOrTogether)
{
    for (const std::size_t n : {1u, 10u, 58u, 59u, 60u, 61u, 1000u}) {
        std::vector<std::int32_t> together;
        Hasher one_by_one;
        one_by_one.add(std::uint64_t{2 * n});
        for (std::size_t i = 0; i < n; ++i) {
            together.insert(together.end(), {static_cast<std::int32_t>(i), 7});
            one_by_one.add(std::uint64_t{7} << 32 | i);
        }
        EXPECT_EQ(one_by_one.finish(), of_codes(together)) << n;
    }
}

TEST(Hasher, SeesOrderAndEveryNumberBeyondItsBlock)
{
    std::vector<double> numbers(1300, 1.0); // more than two of its blocks of 512
    const auto before = of(numbers);
    for (const std::size_t i : {0u, 511u, 512u, 1024u, 1299u}) {
        auto changed = numbers;
        changed[i] = 2.0;
        EXPECT_NE(of(changed), before) << i;
    }
    EXPECT_NE(of({1, 2}), of({2, 1}));
}

TEST(Hasher, TakesMinusZeroAsZeroAndEveryNaNAsOne)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(of({-0.0, 1}), of({0.0, 1}));
    EXPECT_EQ(of({nan}), of({-nan}));
    EXPECT_EQ(of({nan}), of({std::nan("17")}));
    EXPECT_NE(of({nan}), of({0.0}));
    EXPECT_NE(of({nan}), of({std::numeric_limits<double>::infinity()}));
}

TEST(Hasher, AddsDigestsByBothHalves)
{
    EXPECT_NE(Hasher().add(Digest{1, 2}).finish(), Hasher().add(Digest{2, 1}).finish());
    EXPECT_EQ(Hasher().add(Digest{1, 2}).finish(),
              Hasher().add(std::uint64_t{1}).add(std::uint64_t{2}).finish());
}

TEST(Hasher, CanBeReadAndGoOn)
{
    Hasher hasher;
    hasher.add("a");
    const auto first = hasher.finish();
    EXPECT_EQ(hasher.finish(), first);
    EXPECT_EQ(hasher.add("b").finish(), Hasher().add("a").add("b").finish());
}

} // namespace
} // namespace unseen
