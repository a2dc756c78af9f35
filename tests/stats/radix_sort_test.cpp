#include "stats/radix_sort.hpp"

#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace unseen {
namespace {

struct Record {
    std::uint64_t key;
    std::uint32_t position;

    friend bool operator==(const Record&, const Record&) = default;
};

constexpr auto key_of = [](const Record& record) { return record.key; };

struct Distribution {
    std::string name;
    std::function<std::uint64_t(Stream&)> draw;
};

std::vector<Distribution> distributions()
{
    return {
        {"any", [](Stream& s) { return s.next(); }},
        {"equal", [](Stream&) { return std::uint64_t{7}; }},
        {"two", [](Stream& s) { return s.below(2) << 63; }},
        {"few", [](Stream& s) { return s.below(10); }},
        {"low_bits", [](Stream& s) { return (std::uint64_t{5} << 60) + s.below(1 << 20); }},
        {"far_off", [](Stream& s) { return s.below(100) == 0 ? ~s.below(4) : s.below(1 << 30); }},
        {"uniform", [](Stream& s) { return ascending_key(s.uniform()); }},
        {"groups", [](Stream& s) { return s.below(30) << 55 | s.below(5) << 30 | s.below(3); }},
        {"powers", [](Stream& s) { return std::uint64_t{1} << s.below(64); }},
    };
}

TEST(RadixSort, IsAStableSort)
{
    for (const auto& distribution : distributions())
        for (const std::size_t n : {0, 1, 2, 31, 32, 33, 100, 1000, 20000}) {
            SCOPED_TRACE(distribution.name + ' ' + std::to_string(n));
            Stream stream(31, Purpose::generation, n);
            std::vector<Record> records;
            for (std::uint32_t i = 0; i < n; ++i) records.push_back({distribution.draw(stream), i});
            auto expected = records;
            std::stable_sort(expected.begin(), expected.end(),
                             [](const Record& a, const Record& b) { return a.key < b.key; });
            std::vector<Record> scratch(n);
            radix_sort(std::span(records), std::span(scratch), key_of);
            EXPECT_TRUE(records == expected);
        }
}

TEST(AscendingKey, IsInTheOrderOfTheNumbers)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const std::vector<double> ascending = {
        -infinity, -1e300, -1.5, -1.0, -5e-324, 0.0, 5e-324, 1.0, 0x1.0000000000001p0, 1e300, infinity};
    for (std::size_t i = 1; i < ascending.size(); ++i)
        EXPECT_LT(ascending_key(ascending[i - 1]), ascending_key(ascending[i])) << i;
    EXPECT_EQ(ascending_key(-0.0), ascending_key(0.0));
}

} // namespace
} // namespace unseen
