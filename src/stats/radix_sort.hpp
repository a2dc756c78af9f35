// Private: sorting by 64-bit integer keys in linear time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace unseen {

/// An integer for each double, in the order of the doubles; -0.0 and 0.0 have the same one. x is not NaN.
inline std::uint64_t ascending_key(double x)
{
    const auto bits = std::bit_cast<std::uint64_t>(x + 0.0);
    return (bits >> 63) != 0 ? ~bits : bits | std::uint64_t{1} << 63;
}

/// The inverse of ascending_key(); 0.0 for the key of both zeros.
inline double key_number(std::uint64_t key)
{
    return std::bit_cast<double>((key >> 63) != 0 ? key ^ std::uint64_t{1} << 63 : ~key);
}

namespace radix {

constexpr std::size_t few = 32;       ///< up to this many records are sorted by insertion
constexpr unsigned widest_digit = 11; ///< bits

template <class Record, class KeyOf>
void insertion_sort(std::span<Record> records, KeyOf key_of)
{
    for (std::size_t i = 1; i < records.size(); ++i) {
        const Record record = records[i];
        const auto key = key_of(record);
        std::size_t j = i;
        for (; j > 0 && key_of(records[j - 1]) > key; --j) records[j] = records[j - 1];
        records[j] = record;
    }
}

} // namespace radix

/// Sorts by `key_of(record)`, a std::uint64_t, ascending and stably. `scratch` has as many records. Two
/// passes, from the lower digit up, sort by the highest bits in which keys differ: enough bits to separate
/// nearly all keys of a smooth distribution. Records with equal digits are then sorted among themselves in
/// the same way. O(n), with at most 64 / 22 rounds.
template <class Record, class KeyOf>
void radix_sort(std::span<Record> records, std::span<Record> scratch, KeyOf key_of)
{
    const std::size_t n = records.size();
    if (n <= radix::few) return radix::insertion_sort(records, key_of);
    std::uint64_t differing = 0;
    const std::uint64_t first_key = key_of(records[0]);
    for (const Record& record : records) differing |= key_of(record) ^ first_key;
    if (differing == 0) return;
    const auto top = static_cast<unsigned>(std::bit_width(differing));
    const unsigned wanted =
        std::min({top, static_cast<unsigned>(std::bit_width(n)) + 2, 2 * radix::widest_digit});
    const unsigned digit = (wanted + 1) / 2;
    const unsigned rest = top > 2 * digit ? top - 2 * digit : 0; // bits below the two digits
    const std::uint64_t mask = (std::uint64_t{1} << digit) - 1;

    constexpr std::size_t most = std::size_t{1} << radix::widest_digit;
    std::array<std::uint32_t, most> low_at;
    std::array<std::uint32_t, most> high_at;
    std::fill_n(low_at.begin(), mask + 1, 0u);
    std::fill_n(high_at.begin(), mask + 1, 0u);
    for (const Record& record : records) {
        const std::uint64_t key = key_of(record) >> rest;
        ++low_at[key & mask];
        ++high_at[(key >> digit) & mask];
    }
    std::uint32_t low_sum = 0;
    std::uint32_t high_sum = 0;
    for (std::size_t d = 0; d <= mask; ++d) {
        const auto low = low_at[d];
        const auto high = high_at[d];
        low_at[d] = low_sum;
        high_at[d] = high_sum;
        low_sum += low;
        high_sum += high;
    }
    for (const Record& record : records) scratch[low_at[(key_of(record) >> rest) & mask]++] = record;
    for (const Record& record : scratch.first(n))
        records[high_at[(key_of(record) >> (rest + digit)) & mask]++] = record;
    if (rest == 0) return;
    for (std::size_t begin = 0; begin < n;) {
        const std::uint64_t prefix = key_of(records[begin]) >> rest;
        std::size_t end = begin + 1;
        while (end < n && key_of(records[end]) >> rest == prefix) ++end;
        if (end - begin > 1) radix_sort(records.subspan(begin, end - begin), scratch, key_of);
        begin = end;
    }
}

} // namespace unseen
