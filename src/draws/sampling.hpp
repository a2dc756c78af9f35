// Private: drawing with replacement: rows one by one, or how many of each kind there are.
#pragma once

#include "unseen/stats/random.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace unseen {

/// Draws n numbers below n, uniform without bias (Lemire's multiply-shift with rejection on pieces of 16 or 32 bits, so that a random word is enough for
/// four of them or two): calls put(number, 1) for each, and put(number, 0) for rejected ones, so that there is no branch to be guessed wrongly. 1 <= n < 2^32.
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

/// Draws as many rows as there are, with replacement, and counts those of both groups in each block, first << 32 | second as a ranking does: the
/// multinomial law of a row bootstrap, exactly. The rows lie in the order of the blocks, in each the first group before the second. O(rows), or O(blocks) where
/// those are few.
class RowDraws {
public:
    /// `counts`: the rows of each block, fewer than 2^31 blocks and 2^32 rows in all.
    explicit RowDraws(std::span<const std::uint64_t> counts);

    /// The drawn rows of each block into `drawn`.
    void draw(Stream& stream, std::span<std::uint64_t> drawn) const;

private:
    static constexpr std::size_t chunk = 256; ///< rows that one random byte tells apart

    std::vector<std::uint64_t> cells_;   ///< rows of both groups of each block, if they are drawn themselves
    std::vector<std::uint64_t> chunks_;  ///< else rows of each chunk
    std::vector<std::uint32_t> half_of_; ///< and of each row the half of a count that it adds to, by its place in memory
};

} // namespace unseen
