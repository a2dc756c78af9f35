#include "unseen/stats/random.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#include <Random123/philox.h>
#pragma GCC diagnostic pop

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <vector>

namespace unseen {
namespace {

using Words = std::vector<std::uint64_t>;

Words take(Stream stream, std::size_t n, std::size_t skip = 0)
{
    Words words;
    for (std::size_t i = 0; i < skip; ++i) stream.next();
    for (std::size_t i = 0; i < n; ++i) words.push_back(stream.next());
    return words;
}

// Known answers: docs/METHODS.md H.2.

TEST(Philox, GivesThePublishedWords)
{
    const r123::Philox4x32 narrow;
    const auto zero = narrow({{0, 0, 0, 0}}, {{0, 0}});
    EXPECT_EQ(std::vector<std::uint32_t>(zero.begin(), zero.end()),
              (std::vector<std::uint32_t>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    constexpr std::uint32_t ones = 0xffffffff;
    const auto full = narrow({{ones, ones, ones, ones}}, {{ones, ones}});
    EXPECT_EQ(std::vector<std::uint32_t>(full.begin(), full.end()),
              (std::vector<std::uint32_t>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    const r123::Philox4x64 wide;
    const auto block = wide({{5, 5, 6, 7}}, {{12345, 67890}});
    EXPECT_EQ(Words(block.begin(), block.end()),
              (Words{0xb407d74167e84005, 0xe60aa58039d8c99b, 0x9598380bbd9c892c, 0x1502c2e48f23d8ab}));
}

TEST(Stream, WithZeroKeyAndCounterGivesThePublishedWords)
{
    EXPECT_EQ(take(Stream(0, static_cast<Purpose>(0)), 4),
              (Words{0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b}));
}

TEST(Stream, OfSeed42AndSplitsBeginsAsDocumented)
{
    EXPECT_EQ(take(Stream(42, Purpose::splits), 4),
              (Words{0x5f7936e09aba407f, 0x318bf7d38098fe0b, 0xa767807799fc0f9f, 0x3621918cb941dcf8}));
    Stream stream(42, Purpose::splits);
    for (const double expected : {0.3729433344221684, 0.1935419932711716, 0.6539230625148634})
        EXPECT_EQ(stream.uniform(), expected);
}

TEST(Stream, PutsKeyAndCounterWhereNumpyDoes)
{
    // numpy 1.24.2, which counts up before its first block:
    // Philox(counter=[4, 5, 6, 0], key=[12345, 67890]).random_raw(8) are the blocks 5 and 6 of the counter
    // (block, 5, 6, 0).
    EXPECT_EQ(take(Stream(12345, static_cast<Purpose>(67890), 5, 6), 8, 20),
              (Words{0xe11092c9d734b9ff, 0xb4165cec429cb6fd, 0xe851894b260cf6b8, 0x9334a02fc5048cc2,
                     0x9b5374ff94a3afa1, 0x00e9febd2c37080c, 0xeb6a786655792c73, 0xa3353d3531055076}));
    // Philox(counter=[2**64 - 1, 1, 0, 0], key=[7, 3]).random_raw(4): the carry makes it block 0 of
    // repetition 2.
    EXPECT_EQ(take(Stream(7, Purpose::learner, 2), 4),
              (Words{0x8c8a7f76295529a1, 0xec3902bceae861fe, 0x646a1294b981c82e, 0x66c659aeaeed96fb}));
}

TEST(Stream, DependsOnSeedPurposeRepetitionAndSub)
{
    std::set<Words> all;
    for (std::uint64_t seed = 0; seed < 3; ++seed)
        for (std::uint64_t purpose = 1; purpose <= 8; ++purpose)
            for (std::uint64_t repetition = 0; repetition < 3; ++repetition)
                for (std::uint64_t sub = 0; sub < 3; ++sub)
                    all.insert(take(Stream(seed, static_cast<Purpose>(purpose), repetition, sub), 2));
    EXPECT_EQ(all.size(), 3u * 8 * 3 * 3);
    EXPECT_EQ(take(Stream(1, Purpose::noise, 2, 3), 9), take(Stream(1, Purpose::noise, 2, 3), 9));
}

TEST(Stream, PurposesKeepTheirFrozenNumbers)
{
    const Purpose all[] = {Purpose::splits,       Purpose::bootstrap,   Purpose::learner,
                           Purpose::disagreement, Purpose::permutation, Purpose::noise,
                           Purpose::generation,   Purpose::interval};
    for (std::uint64_t i = 0; i < std::size(all); ++i) EXPECT_EQ(static_cast<std::uint64_t>(all[i]), i + 1);
}

TEST(Stream, UniformStaysBelowOne)
{
    Stream stream(1, Purpose::noise);
    double sum = 0.0;
    constexpr int n = 100000;
    for (int i = 0; i < n; ++i) {
        const double u = stream.uniform();
        ASSERT_GE(u, 0.0);
        ASSERT_LT(u, 1.0);
        sum += u;
    }
    EXPECT_NEAR(sum / n, 0.5, 5 * std::sqrt(1.0 / 12 / n)); // 5 sigma, fixed seed
}

TEST(Below, OfOneIsZero)
{
    Stream stream(3, Purpose::noise);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(stream.below(1), 0u);
}

TEST(Below, GivesEveryNumberEquallyOften)
{
    constexpr std::uint64_t draws = 40000;
    for (std::uint64_t n = 2; n <= 17; ++n) {
        Stream stream(5, Purpose::noise, n);
        std::vector<std::uint64_t> counts(n, 0);
        for (std::uint64_t i = 0; i < draws; ++i) ++counts.at(stream.below(n));
        const double p = 1.0 / static_cast<double>(n);
        for (std::uint64_t v = 0; v < n; ++v) // within 5 sigma of the binomial
            EXPECT_NEAR(static_cast<double>(counts[v]), draws * p, 5 * std::sqrt(draws * p * (1 - p)))
                << v << " of " << n;
    }
}

TEST(Below, RejectsTheWordsThatWouldBiasIt)
{
    // 2^64 = 1 * n + (2^63 - 1): without rejection, about half of the numbers would come up twice as often as
    // the others.
    constexpr std::uint64_t n = (std::uint64_t{1} << 63) + 1;
    Stream stream(9, Purpose::noise);
    Stream raw(9, Purpose::noise);
    int rejected = 0;
    for (int i = 0; i < 1000; ++i) {
        const auto drawn = stream.below(n);
        ASSERT_LT(drawn, n);
        for (;;) {
            const auto product = static_cast<uint128>(raw.next()) * n;
            if (static_cast<std::uint64_t>(product) < (0 - n) % n) {
                ++rejected;
                continue;
            }
            ASSERT_EQ(drawn, static_cast<std::uint64_t>(product >> 64));
            break;
        }
    }
    EXPECT_GT(rejected, 800); // as many as are kept, on average
    EXPECT_LT(rejected, 1200);
    EXPECT_EQ(stream.next(), raw.next()) << "both must stand at the same word";
}

TEST(Below, IsUnbiasedWhereRejectionMatters)
{
    // n = 3 * 2^62: a multiply-shift without rejection gives every third number half of all draws.
    constexpr std::uint64_t n = std::uint64_t{3} << 62;
    constexpr int draws = 30000;
    Stream stream(13, Purpose::noise);
    std::vector<int> counts(3, 0);
    for (int i = 0; i < draws; ++i) ++counts[static_cast<std::size_t>(stream.below(n) % 3)];
    for (const int count : counts) EXPECT_NEAR(count, draws / 3.0, 5 * std::sqrt(draws * 2.0 / 9));
}

std::vector<int> shuffled(int n, std::uint64_t repetition)
{
    std::vector<int> items(static_cast<std::size_t>(n));
    std::iota(items.begin(), items.end(), 0);
    Stream(42, Purpose::splits, repetition).shuffle(std::span(items));
    return items;
}

TEST(Shuffle, OfTenIsAsDocumented)
{
    EXPECT_EQ(shuffled(10, 0), (std::vector<int>{9, 0, 6, 7, 4, 2, 8, 5, 1, 3})); // docs/METHODS.md H.3
    EXPECT_EQ(shuffled(10, 1), (std::vector<int>{2, 7, 9, 1, 3, 4, 0, 8, 6, 5}));
}

TEST(Shuffle, OfNothingOrOneDrawsNothing)
{
    Stream stream(1, Purpose::splits);
    std::vector<int> none;
    std::vector<int> one = {7};
    stream.shuffle(std::span(none));
    stream.shuffle(std::span(one));
    EXPECT_EQ(one, std::vector<int>{7});
    EXPECT_EQ(stream.next(), Stream(1, Purpose::splits).next());
}

TEST(Shuffle, GivesEveryOrderEquallyOften)
{
    std::map<std::vector<int>, int> counts;
    constexpr int draws = 24000;
    for (int i = 0; i < draws; ++i) ++counts[shuffled(4, static_cast<std::uint64_t>(i))];
    EXPECT_EQ(counts.size(), 24u);
    for (const auto& [order, count] : counts) EXPECT_NEAR(count, draws / 24.0, 5 * std::sqrt(draws / 24.0));
}

TEST(Below, DrawsTheDocumentedBootstrapSample)
{
    Stream stream(42, Purpose::bootstrap);
    for (const std::uint64_t expected : {6, 3, 3, 8, 4, 8, 6, 9, 9, 8})
        EXPECT_EQ(stream.below(10), expected); // docs/METHODS.md H.3
}

} // namespace
} // namespace unseen
