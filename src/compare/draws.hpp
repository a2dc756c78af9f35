// Private: how a test that draws shares its draws out over threads. What is drawn depends on the seed and the draw's number alone.
#pragma once

#include "base/parallel.hpp"

#include "unseen/stats/random.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>

namespace unseen::compare::detail {

/// How many draws, from which seed, on how many threads (0: all).
struct Draws {
    std::uint64_t seed = 1;
    std::size_t count = 2000;
    std::size_t threads = 1;
};

/// Calls `work(begin, end)` for chunks of `chunk` draws that cover all of them, on the threads there are.
inline void in_chunks(const Draws& draws, std::size_t chunk, const std::function<void(std::size_t, std::size_t)>& work)
{
    std::atomic<std::size_t> next = 0;
    const std::size_t chunks = (draws.count + chunk - 1) / chunk;
    run_workers(std::min(thread_count(draws.threads), chunks), [&](std::size_t) {
        for (std::size_t i = next++; i < chunks; i = next++) work(i * chunk, std::min(draws.count, (i + 1) * chunk));
    });
}

/// Hands `put` n row numbers below n, uniform without bias (Lemire's multiply-shift with rejection on pieces of 16 or 32 bits, so that a random word is
/// enough for four rows or two). 1 <= n < 2^32.
template <class Put>
void draw_rows(Stream& stream, std::size_t n, const Put& put)
{
    const auto fill = [&]<unsigned width>(std::integral_constant<unsigned, width>) {
        constexpr std::uint64_t mask = (std::uint64_t{1} << width) - 1;
        const std::uint64_t threshold = (mask + 1) % n;
        std::array<std::uint32_t, 256 + 64 / width> rows; // a full buffer and what one more word may give
        std::size_t left = n;
        while (left > 0) {
            const std::size_t wanted = std::min<std::size_t>(left, 256);
            std::size_t got = 0;
            while (got < wanted) {
                std::uint64_t word = stream.next();
                for (unsigned piece = 0; piece < 64 / width; ++piece, word >>= width % 64) {
                    const std::uint64_t product = (word & mask) * n;
                    rows[got] = static_cast<std::uint32_t>(product >> width);
                    got += (product & mask) >= threshold; // a rejected one is written over: no branch to be guessed wrongly
                }
            }
            for (std::size_t i = 0; i < wanted; ++i) put(std::size_t{rows[i]});
            left -= wanted;
        }
    };
    if (n <= (std::size_t{1} << 14))
        fill(std::integral_constant<unsigned, 16>());
    else
        fill(std::integral_constant<unsigned, 32>());
}

} // namespace unseen::compare::detail
