// Counter-based random streams (Philox4x64-10; Salmon, Moraes, Dror & Shaw 2011). Every random object has a stream of its own,
// keyed by what it is for, never by a thread: results do not depend on the order in which they are computed.
#pragma once

#include "unseen/base/uint128.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace unseen {

/// What a stream is for. The numbers are frozen: they are part of every stored result.
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
};

/// The stream with key (seed, purpose) and counter (block, repetition, sub, 0), block = 0, 1, ...; four words a block.
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

    /// Uniform on 0..n-1, n >= 1, without bias: Lemire's multiply-shift with rejection (Lemire 2019, ACM TOMACS 29:3).
    std::uint64_t below(std::uint64_t n)
    {
        auto product = static_cast<uint128>(next()) * n;
        if (static_cast<std::uint64_t>(product) < n) {
            const std::uint64_t threshold = (0 - n) % n;
            while (static_cast<std::uint64_t>(product) < threshold) product = static_cast<uint128>(next()) * n;
        }
        return static_cast<std::uint64_t>(product >> 64);
    }

    /// Uniform on [0, 1): 53 bits.
    double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

    /// Fisher-Yates from the back: i = size-1 .. 1, swap with below(i + 1). O(size).
    template <class T>
    void shuffle(std::span<T> items)
    {
        for (std::size_t i = items.size(); i-- > 1;) std::swap(items[i], items[static_cast<std::size_t>(below(i + 1))]);
    }

private:
    void refill();

    std::array<std::uint64_t, 2> key_;
    std::array<std::uint64_t, 4> counter_;
    std::array<std::uint64_t, 4> words_{};
    unsigned used_ = 4;
};

} // namespace unseen
