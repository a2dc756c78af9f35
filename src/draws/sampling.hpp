// Private: drawing rows with replacement, one by one or as counts a block.
#pragma once

#include "unseen/stats/random.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace unseen {

/// Draws n numbers below n, uniform without bias, and calls put(number, 1) for each. It calls put(number, 0)
/// for a rejected number instead of branching. Lemire's multiply-shift with rejection on pieces of 16 or 32
/// bits, so that a random word gives four numbers or two. 1 <= n < 2^32.
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

/// Draws bootstrap samples of the rows of a ranking: as many rows as there are, with replacement. It gives
/// the counts of both classes in each block, as Ranking::counts() does, with exactly the multinomial
/// distribution of a row bootstrap. O(rows), or O(blocks) if there are few blocks.
class RowDraws {
public:
    /// `counts` is as Ranking::counts(); fewer than 2^31 blocks and 2^32 rows.
    explicit RowDraws(std::span<const std::uint64_t> counts);

    /// Writes the number of drawn rows of each block into `drawn`.
    void draw(Stream& stream, std::span<std::uint64_t> drawn) const;

private:
    static constexpr std::size_t chunk = 256; ///< rows among which one random byte chooses

    std::vector<std::uint64_t>
        cells_; ///< few blocks: the rows of both classes of each block, whose counts are drawn
    std::vector<std::uint64_t> chunks_; ///< many blocks: the rows of each chunk
    std::vector<std::uint32_t>
        half_of_; ///< many blocks: the position in memory of the count to which each row adds
};

} // namespace unseen
