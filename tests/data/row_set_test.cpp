// Row sets: canonical forms, and keys that depend on the multiset alone.
#include "unseen/data/row_set.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <stdexcept>

using namespace unseen;
using Rows = std::vector<Row>;
using Counts = std::vector<std::uint32_t>;

namespace {

/// The multiplicity of each row, by walking over the set.
Counts multiplicities(const RowSet& set)
{
    Counts counts(set.universe(), 0);
    Row previous = 0;
    bool first = true;
    set.for_each([&](Row row, std::uint32_t count) {
        EXPECT_TRUE(first || row > previous) << "not ascending";
        EXPECT_GE(count, 1U);
        first = false;
        previous = row;
        counts.at(row) = count;
    });
    return counts;
}

/// All multiplicities 0..most of `universe` rows, (most + 1)^universe of them.
std::vector<Counts> all_multisets(Row universe, std::uint32_t most)
{
    std::vector<Counts> all(1);
    for (Row r = 0; r < universe; ++r) {
        std::vector<Counts> longer;
        for (const auto& counts : all)
            for (std::uint32_t c = 0; c <= most; ++c) {
                longer.push_back(counts);
                longer.back().push_back(c);
            }
        all = longer;
    }
    return all;
}

Digest key(const RowSet& set) { return multiset_key(set, multiset_key_of_all(set.universe())); }

} // namespace

TEST(RowSet, DefaultIsTheEmptySetOverNoRows)
{
    const RowSet none;
    EXPECT_EQ(none.universe(), 0U);
    EXPECT_EQ(none.size(), 0U);
    EXPECT_EQ(none.distinct(), 0U);
    EXPECT_EQ(multiplicities(none), Counts{});
}

TEST(RowSet, AllHoldsEachRowOnce)
{
    const auto all = RowSet::all(3);
    EXPECT_TRUE(all.is_complement());
    EXPECT_EQ(all.size(), 3U);
    EXPECT_EQ(multiplicities(all), (Counts{1, 1, 1}));
}

TEST(RowSet, FormsThatAreNotCanonicalAreRefused)
{
    // Of 4 rows, 2 may be left out (the complement is then preferred) but 3 may not; without repetitions 1
    // may be listed.
    const Rows three{0, 1, 2};
    const Rows two{0, 1};
    const Rows one{0};
    EXPECT_NO_THROW(RowSet::all_but(4, two));
    EXPECT_THROW(RowSet::all_but(4, three), std::logic_error);
    EXPECT_NO_THROW(RowSet::of(4, one));
    EXPECT_THROW(RowSet::of(4, two), std::logic_error);
    EXPECT_NO_THROW(RowSet::of(4, three, Counts{1, 2, 1}));
}

TEST(RowSet, EveryMultisetIsStoredAsItIsAndInItsCanonicalForm)
{
    for (Row universe = 0; universe <= 6; ++universe)
        for (const auto& counts : all_multisets(universe, 2)) {
            RowSetStorage storage;
            const auto set = storage.from_counts(counts);
            ASSERT_EQ(multiplicities(set), counts);
            const auto present =
                static_cast<Row>(std::count_if(counts.begin(), counts.end(), [](auto c) { return c > 0; }));
            const bool repeats = std::any_of(counts.begin(), counts.end(), [](auto c) { return c > 1; });
            EXPECT_EQ(set.distinct(), present);
            EXPECT_EQ(set.repeats(), repeats);
            std::uint64_t size = 0;
            for (const auto c : counts) size += c;
            EXPECT_EQ(set.size(), size);
            // Left out at most as many as kept, and no repetition: stored by what is left out.
            EXPECT_EQ(set.is_complement(), !repeats && 2 * present >= universe);
        }
}

TEST(RowSet, WithoutLeavesOutTheTestRowsWhateverTheirNumber)
{
    for (Row universe = 0; universe <= 8; ++universe)
        for (const auto& counts : all_multisets(universe, 1)) {
            Rows test;
            for (Row r = 0; r < universe; ++r)
                if (counts[r] == 0) test.push_back(r);
            RowSetStorage storage;
            ASSERT_EQ(multiplicities(storage.without(universe, test)), counts);
        }
}

TEST(RowSet, StorageCanBeUsedAgain)
{
    RowSetStorage storage;
    storage.from_counts(Counts{2, 0, 3});
    EXPECT_EQ(multiplicities(storage.without(5, Rows{1})), (Counts{1, 0, 1, 1, 1}));
    EXPECT_EQ(multiplicities(storage.from_counts(Counts{0, 1, 0})), (Counts{0, 1, 0}));
}

TEST(RowSet, ComplementListsOnlyTheRowsLeftOut)
{
    // The cost of a fold: its key and its form touch the 2 test rows, not the 4 billion of the universe.
    // (Were the universe walked over, this test would take many seconds.)
    const Row universe = 4'000'000'000U;
    const Rows test{7, 3'999'999'999U};
    RowSetStorage storage;
    const auto fold = storage.without(universe, test);
    EXPECT_TRUE(fold.is_complement());
    EXPECT_EQ(fold.size(), universe - 2U);
    EXPECT_EQ(storage.rows.size(), 2U);
    const Digest any{1, 2};
    EXPECT_NE(multiset_key(fold, any), any);
}

TEST(MultisetKey, IsEqualForEqualMultisetsInEitherForm)
{
    // 4 of 8 rows once each can only be written as a complement; with explicit counts of 1 it is the listed
    // form.
    const Rows left_out{0, 2, 5, 6};
    const Rows kept{1, 3, 4, 7};
    const Counts ones{1, 1, 1, 1};
    const auto complement = RowSet::all_but(8, left_out);
    const auto listed = RowSet::of(8, kept, ones);
    ASSERT_TRUE(complement.is_complement());
    ASSERT_FALSE(listed.is_complement());
    EXPECT_EQ(key(complement), key(listed));
    EXPECT_EQ(key(RowSet::all(8)), multiset_key_of_all(8));
}

TEST(MultisetKey, DiffersForDifferentMultisets)
{
    // All 3^7 = 2187 multisets of up to two of each of 7 rows.
    std::map<Digest, Counts> seen;
    for (const auto& counts : all_multisets(7, 2)) {
        RowSetStorage storage;
        const auto [place, fresh] = seen.emplace(key(storage.from_counts(counts)), counts);
        EXPECT_TRUE(fresh);
    }
    EXPECT_EQ(seen.size(), 2187U);
}

TEST(MultisetKey, IsTheSumOfTheKeysOfItsRows)
{
    // This allows subtracting a fold. {1} + {3} = {1, 3}, with carry from the low to the high half.
    const auto sum = [](Digest a, const Digest& b) {
        a.low += b.low;
        a.high += b.high + (a.low < b.low ? 1U : 0U);
        return a;
    };
    const Rows one{1};
    const Rows three{3};
    const Rows both{1, 3};
    const auto key_of = [](const Rows& rows) { return key(RowSet::of(10, rows)); };
    EXPECT_EQ(sum(key_of(one), key_of(three)), key_of(both));
    EXPECT_EQ(sum(key_of(one), key_of(one)), key(RowSet::of(10, one, Counts{2})));
    EXPECT_EQ(key(RowSet::of(10, Rows{})), (Digest{0, 0}));
}
