#include "draws/sampling.hpp"

#include "unseen/stats/binomial_draw.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace unseen {

namespace {

/// A conditional binomial takes about as long as drawing this number of rows one by one.
constexpr std::size_t rows_a_binomial = 32;

} // namespace

RowDraws::RowDraws(std::span<const std::uint64_t> counts)
{
    const auto rows_in = [](std::uint64_t count) { return (count >> 32) + (count & 0xffffffff); };
    std::uint64_t rows = 0;
    for (const auto count : counts) rows += rows_in(count);
    if (rows_a_binomial * 2 * counts.size() < rows) {
        for (const auto count : counts) cells_.insert(cells_.end(), {count >> 32, count & 0xffffffff});
        return;
    }
    constexpr std::uint32_t high = std::endian::native == std::endian::little ? 1 : 0;
    half_of_.reserve(rows);
    for (std::uint32_t b = 0; b < counts.size(); ++b) {
        half_of_.insert(half_of_.end(), counts[b] >> 32, 2 * b + high);
        half_of_.insert(half_of_.end(), counts[b] & 0xffffffff, 2 * b + 1 - high);
    }
    for (std::uint64_t begin = 0; begin < rows; begin += chunk)
        chunks_.push_back(std::min<std::uint64_t>(chunk, rows - begin));
}

void RowDraws::draw(Stream& stream, std::span<std::uint64_t> drawn) const
{
    if (chunks_.empty()) {
        std::vector<std::uint64_t> of_cell(cells_.size());
        draw_multinomial(stream, cells_, of_cell);
        for (std::size_t b = 0; b < drawn.size(); ++b) drawn[b] = of_cell[2 * b] << 32 | of_cell[2 * b + 1];
        return;
    }
    std::fill(drawn.begin(), drawn.end(), 0);
    auto* const halves =
        reinterpret_cast<unsigned char*>(drawn.data()); // each row adds 1 to one half of a 64-bit count
    std::vector<std::uint64_t> of_chunk(chunks_.size());
    draw_multinomial(stream, chunks_, of_chunk);
    for (std::size_t k = 0; k < chunks_.size(); ++k) {
        const std::uint32_t* const half = half_of_.data() + k * chunk;
        const auto add = [&](std::uint64_t row) {
            std::uint32_t n;
            std::memcpy(&n, halves + half[row] * sizeof n, sizeof n);
            ++n;
            std::memcpy(halves + half[row] * sizeof n, &n, sizeof n);
        };
        std::uint64_t left = of_chunk[k];
        if (chunks_[k] < chunk) { // the last one
            for (; left > 0; --left) add(stream.below(chunks_[k]));
            continue;
        }
        for (; left >= 8; left -= 8) {
            std::uint64_t bytes = stream.next();
            for (int i = 0; i < 8; ++i, bytes >>= 8) add(bytes & 0xff);
        }
        if (left == 0) continue;
        for (std::uint64_t bytes = stream.next(); left > 0; --left, bytes >>= 8) add(bytes & 0xff);
    }
}

} // namespace unseen
