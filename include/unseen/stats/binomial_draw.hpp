// Random binomial and multinomial counts from a random stream, in time that does not grow with the count.
//
// Example:
//
//     Stream stream(7, Purpose::bootstrap); // seed 7
//     assert(draw_binomial(stream, 1000, 0.0) == 0 && draw_binomial(stream, 1000, 1.0) == 1000);
//     const std::vector<std::uint64_t> counts = {60, 0, 40};
//     std::vector<std::uint64_t> drawn(3);
//     draw_multinomial(stream, counts, drawn);
//     assert(drawn[0] + drawn[2] == 100 && drawn[1] == 0);
#pragma once

#include "unseen/stats/random.hpp"

#include <cstdint>
#include <span>

namespace unseen {

/// A draw from Binomial(n, p), 0 <= p <= 1, n < 2^53: by inversion if n min(p, 1 - p) < 10, else by the
/// transformed rejection BTRS of Hoermann (1993), "The generation of binomial random variates", J. Stat.
/// Comput. Simul. 46:101. The draws must never change, because stored results depend on them.
std::uint64_t draw_binomial(Stream& stream, std::uint64_t n, double p);

/// Draws sum(counts) units, each into cell u with probability counts[u] / sum, and writes the number in each
/// cell to `drawn` (as long as `counts`). This is the distribution of the cell counts in a bootstrap of the
/// rows. Method: conditional binomials in the order of the cells; empty cells take no draw. O(cells).
void draw_multinomial(Stream& stream, std::span<const std::uint64_t> counts, std::span<std::uint64_t> drawn);

} // namespace unseen
