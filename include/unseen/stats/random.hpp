// Counter-based random streams (Philox4x64-10; Salmon, Moraes, Dror & Shaw 2011). Every random object has its
// own stream, keyed by its purpose and never by a thread, so results do not depend on the order in which they
// are computed.
//
// Example:
//
//     Stream stream(7, Purpose::splits), again(7, Purpose::splits); // seed 7
//     std::vector<int> rows = {0, 1, 2, 3, 4};
//     stream.shuffle(std::span(rows));
//     std::vector<int> same = {0, 1, 2, 3, 4};
//     again.shuffle(std::span(same));
//     assert(rows == same && stream.below(6) < 6);
#pragma once

#include "unseen/base/uint128.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace unseen {

/// The purpose of a stream. The numbers must never change, because stored results depend on them.
enum class Purpose : std::uint64_t {
    splits = 1,
    bootstrap = 2,
    learner = 3,
    disagreement = 4,
    permutation = 5,
    noise = 6,
    generation = 7,
    interval = 8,
    posterior = 9,
    deployment = 10,
    training_order = 11,
    thresholds = 12,
    importance = 13,
};

/// The stream with key (seed, purpose) and counter (block, repetition, sub, 0), block = 0, 1, ...; each block
/// gives four words. One thread at a time.
class Stream {
public:
    Stream(std::uint64_t seed, Purpose purpose, std::uint64_t repetition = 0, std::uint64_t sub = 0)
        : key_{seed, static_cast<std::uint64_t>(purpose)},
          counter_{0, repetition, sub, 0}
    {
    }

    /// The next 64 random bits.
    std::uint64_t next()
    {
        if (used_ == 4) refill();
        return words_[used_++];
    }

    /// Uniform on 0..n-1 without bias, n >= 1, by multiply-shift with rejection (Lemire 2019, ACM TOMACS
    /// 29:3).
    std::uint64_t below(std::uint64_t n)
    {
        auto product = static_cast<uint128>(next()) * n;
        if (static_cast<std::uint64_t>(product) < n) {
            const std::uint64_t threshold = (0 - n) % n;
            while (static_cast<std::uint64_t>(product) < threshold)
                product = static_cast<uint128>(next()) * n;
        }
        return static_cast<std::uint64_t>(product >> 64);
    }

    /// Uniform on [0, 1), with 53 random bits.
    double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

    /// Shuffles by Fisher-Yates from the back: for i = size-1 .. 1, swaps i with below(i + 1). O(size).
    template <class T>
    void shuffle(std::span<T> items)
    {
        for (std::size_t i = items.size(); i-- > 1;)
            std::swap(items[i], items[static_cast<std::size_t>(below(i + 1))]);
    }

private:
    void refill();

    std::array<std::uint64_t, 2> key_;
    std::array<std::uint64_t, 4> counter_;
    std::array<std::uint64_t, 4> words_{};
    unsigned used_ = 4;
};

} // namespace unseen
