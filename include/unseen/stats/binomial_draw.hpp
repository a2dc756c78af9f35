// Random counts: binomial and multinomial, from a stream alone, in time that does not grow with the count.
#pragma once

#include "unseen/stats/random.hpp"

#include <cstdint>
#include <span>

namespace unseen {

/// A draw from Binomial(n, p), 0 <= p <= 1, n < 2^53: inversion where n min(p, 1 - p) < 10, else the transformed rejection BTRS of
/// Hoermann (1993), "The generation of binomial random variates", J. Stat. Comput. Simul. 46:101. Part of every stored result.
std::uint64_t draw_binomial(Stream& stream, std::uint64_t n, double p);

/// Draws as many units as `counts` holds, each into cell u with probability counts[u] / sum, into `drawn`: the law of a row bootstrap of
/// the cells. By conditional binomials, cells in their order; empty cells take no draw. O(cells).
void draw_multinomial(Stream& stream, std::span<const std::uint64_t> counts, std::span<std::uint64_t> drawn);

} // namespace unseen
