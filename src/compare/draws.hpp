// Private: how a test that draws shares its draws out over threads. What is drawn depends on the seed and the draw's number alone.
#pragma once

#include "base/parallel.hpp"

#include "unseen/stats/random.hpp"

#include <algorithm>
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

/// Draws n row numbers below n, uniform without bias (Lemire's multiply-shift with rejection on pieces of 16 or 32 bits, so that a random word is enough for
/// four rows or two): calls put(row, 1) for each, and put(row, 0) for rejected ones, so that there is no branch to be guessed wrongly. 1 <= n < 2^32.
template <class Put>
void draw_rows(Stream& stream, std::size_t n, const Put& put)
{
    const auto draw = [&]<unsigned width>(std::integral_constant<unsigned, width>) {
        constexpr std::uint64_t mask = (std::uint64_t{1} << width) - 1;
        const std::uint64_t threshold = (mask + 1) % n;
        constexpr std::size_t pieces = 64 / width;
        std::size_t drawn = 0;
        std::uint64_t word = 0;
        const auto piece = [&](bool wanted) {
            const std::uint64_t product = (word & mask) * n;
            word >>= width % 64;
            const auto accepted = static_cast<unsigned>((product & mask) >= threshold && wanted);
            put(static_cast<std::size_t>(product >> width), accepted);
            drawn += accepted;
        };
        while (n - drawn >= pieces) {
            word = stream.next();
            for (std::size_t i = 0; i < pieces; ++i) piece(true);
        }
        while (drawn < n) {
            word = stream.next();
            for (std::size_t i = 0; i < pieces; ++i) piece(drawn < n);
        }
    };
    if (n <= (std::size_t{1} << 14))
        draw(std::integral_constant<unsigned, 16>());
    else
        draw(std::integral_constant<unsigned, 32>());
}

} // namespace unseen::compare::detail
