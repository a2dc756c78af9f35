// Drawing with replacement: the distribution of the draws.
#include "draws/sampling.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace unseen {
namespace {

TEST(DrawRows, AreUniform)
{
    for (const std::size_t n : {std::size_t{3}, std::size_t{1000}, std::size_t{20000}}) {
        std::vector<double> counts(n, 0.0);
        const std::size_t draws = 400000 / n;
        for (std::size_t b = 0; b < draws; ++b) {
            Stream stream(2, Purpose::generation, 0, b);
            std::size_t drawn = 0;
            draw_rows(stream, n, [&](std::size_t row, unsigned times) {
                counts.at(row) += times;
                drawn += times;
            });
            ASSERT_EQ(drawn, n);
        }
        double chi2 = 0.0;
        for (const double c : counts)
            chi2 += (c - static_cast<double>(draws)) * (c - static_cast<double>(draws)) /
                    static_cast<double>(draws);
        const auto df = static_cast<double>(n - 1);
        EXPECT_NEAR(chi2, df, 5 * std::sqrt(2 * df)) << n;
    }
}

TEST(RowDraws, AreMultinomial)
{
    // Few cells: conditional binomials. Many: rows by chunks of 256, the last one smaller.
    for (const std::size_t n_cells : {4, 100, 700}) {
        std::vector<std::uint64_t> cells;
        for (std::size_t c = 0; c < n_cells; ++c) cells.push_back(n_cells == 4 ? 100 * c : c % 4);
        const double rows = n_cells == 4 ? 600.0 : 1.5 * static_cast<double>(n_cells);
        std::vector<std::uint64_t> blocks; // of two cells each
        for (std::size_t c = 0; c < n_cells; c += 2) blocks.push_back(cells[c] << 32 | cells[c + 1]);
        const RowDraws draws(blocks);
        constexpr int samples = 2000;
        std::vector<double> sums(n_cells, 0.0);
        std::vector<double> squares(n_cells, 0.0);
        double chi_square = 0.0;
        double of_squares = 0.0;
        std::vector<std::uint64_t> drawn(blocks.size());
        for (int s = 0; s < samples; ++s) {
            Stream stream(3, Purpose::generation, n_cells, static_cast<std::uint64_t>(s));
            draws.draw(stream, drawn);
            std::uint64_t all = 0;
            for (std::size_t c = 0; c < n_cells; ++c) {
                const auto of_cell = c % 2 == 0 ? drawn[c / 2] >> 32 : drawn[c / 2] & 0xffffffff;
                const auto d = static_cast<double>(of_cell) - static_cast<double>(cells[c]);
                sums[c] += d;
                squares[c] += d * d;
                all += of_cell;
                if (cells[c] == 0) { EXPECT_EQ(of_cell, 0u); }
            }
            ASSERT_EQ(static_cast<double>(all), rows);
        }
        std::size_t held = 0;
        for (std::size_t c = 0; c < n_cells; ++c) {
            if (cells[c] == 0) continue;
            ++held;
            const auto m = static_cast<double>(cells[c]);
            const double variance = m * (1.0 - m / rows);
            EXPECT_NEAR(sums[c], 0.0, 5 * std::sqrt(variance * samples));
            chi_square += sums[c] * sums[c] / (m * samples);
            of_squares += squares[c] / (m * samples) - variance / m;
        }
        const auto df = static_cast<double>(held - 1);
        EXPECT_NEAR(chi_square, df, 5 * std::sqrt(2 * df));
        EXPECT_NEAR(of_squares, 0.0,
                    5 * std::sqrt(4.0 * static_cast<double>(held) / samples)); // kurtosis at most 4
    }
}

} // namespace
} // namespace unseen
