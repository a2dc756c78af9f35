// The filter of keys: it contains every key that was added, and hardly ever another one.
#include "store/key_filter.hpp"

#include <gtest/gtest.h>

namespace unseen {
namespace {

Digest key(std::uint64_t i) { return Hasher().add(i).finish(); }

TEST(KeyFilter, HoldsWhatWasAddedAndLittleElse)
{
    KeyFilter filter;
    EXPECT_FALSE(filter.may_hold(key(0)));
    // Over several of its parts, which begin at 32,768 keys.
    for (const std::uint64_t n : {1u, 100u, 32767u, 32768u, 32769u, 40000u}) {
        static std::uint64_t added = 0;
        while (added < n) filter.add(key(added++));
        std::uint64_t missed = 0;
        std::uint64_t wrong = 0;
        for (std::uint64_t i = 0; i < n; ++i) missed += filter.may_hold(key(i)) ? 0 : 1;
        for (std::uint64_t i = 0; i < 10000; ++i) wrong += filter.may_hold(key(1000000 + i)) ? 1 : 0;
        EXPECT_EQ(missed, 0u) << n;
        EXPECT_LT(wrong, 300u) << n;
    }
}

} // namespace
} // namespace unseen
