#include "unseen/data/row_set.hpp"

#include "unseen/base/uint128.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace unseen {

namespace {

/// The finaliser of SplitMix64 (Steele, Lea & Flood 2014): a bijection that scatters neighbouring row ids.
std::uint64_t mix(std::uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

struct Sum128 {
    uint128 sum = 0;

    void add(Row row, std::uint32_t count)
    {
        const std::uint64_t high = mix(row + 0x9e3779b97f4a7c15ULL);
        const std::uint64_t low = mix(row + 0xd1b54a32d192ed03ULL);
        sum += ((static_cast<uint128>(high) << 64) | low) * count;
    }
    Digest digest() const { return {static_cast<std::uint64_t>(sum >> 64), static_cast<std::uint64_t>(sum)}; }
};

uint128 number(const Digest& digest) { return (static_cast<uint128>(digest.high) << 64) | digest.low; }

} // namespace

RowSet RowSet::all_but(Row universe, std::span<const Row> left_out)
{
    if (2 * static_cast<std::uint64_t>(left_out.size()) > universe)
        throw std::logic_error("RowSet::all_but: more than half of the rows are left out; use of()");
    RowSet set;
    set.universe_ = universe;
    set.complement_ = true;
    set.rows_ = left_out;
    set.size_ = universe - left_out.size();
    return set;
}

RowSet RowSet::of(Row universe, std::span<const Row> rows, std::span<const std::uint32_t> counts)
{
    if (counts.empty() && 2 * static_cast<std::uint64_t>(rows.size()) >= universe)
        throw std::logic_error("RowSet::of: at least half of the rows are listed once; use all_but()");
    RowSet set;
    set.universe_ = universe;
    set.complement_ = false;
    set.rows_ = rows;
    set.counts_ = counts;
    set.size_ =
        counts.empty() ? rows.size() : std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    return set;
}

RowSet RowSetStorage::from_counts(std::span<const std::uint32_t> multiplicity)
{
    const auto universe = static_cast<Row>(multiplicity.size());
    rows.clear();
    counts.clear();
    if (std::all_of(multiplicity.begin(), multiplicity.end(), [](auto c) { return c <= 1; })) {
        std::vector<Row> absent;
        for (Row r = 0; r < universe; ++r)
            if (multiplicity[r] == 0) absent.push_back(r);
        return without(universe, absent);
    }
    for (Row r = 0; r < universe; ++r)
        if (multiplicity[r] > 0) {
            rows.push_back(r);
            counts.push_back(multiplicity[r]);
        }
    return RowSet::of(universe, rows, counts);
}

RowSet RowSetStorage::without(Row universe, std::span<const Row> test)
{
    counts.clear();
    if (2 * static_cast<std::uint64_t>(test.size()) <= universe) {
        rows.assign(test.begin(), test.end());
        return RowSet::all_but(universe, rows);
    }
    rows.clear();
    std::size_t skip = 0;
    for (Row r = 0; r < universe; ++r) {
        if (skip < test.size() && test[skip] == r)
            ++skip;
        else
            rows.push_back(r);
    }
    return RowSet::of(universe, rows);
}

Digest multiset_key(const RowSet& set, const Digest& all_rows)
{
    Sum128 sum;
    if (set.is_complement()) {
        for (const Row r : set.left_out()) sum.add(r, 1);
        sum.sum = number(all_rows) - sum.sum;
    } else {
        set.for_each([&](Row r, std::uint32_t count) { sum.add(r, count); });
    }
    return sum.digest();
}

Digest multiset_key_of_all(Row universe)
{
    Sum128 sum;
    for (Row r = 0; r < universe; ++r) sum.add(r, 1);
    return sum.digest();
}

} // namespace unseen
