// Private: two doubles in one vector register, for the few loops that run over every row. All 64-bit processors have such registers, but
// compilers do not use them for these loops at -O2.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace unseen {

using NumberPair [[gnu::vector_size(16)]] = double;
using PairBits [[gnu::vector_size(16)]] = std::uint64_t;

inline NumberPair pair_at(const double* from)
{
    NumberPair pair;
    std::memcpy(&pair, from, sizeof pair);
    return pair;
}

inline void store_pair(NumberPair pair, double* to) { std::memcpy(to, &pair, sizeof pair); }

/// The bits of both numbers, or of the result of a comparison: all ones where it is true, else zeros.
template <class T>
PairBits bits_of(T pair)
{
    return std::bit_cast<PairBits>(pair);
}

inline NumberPair magnitudes(NumberPair pair) { return std::bit_cast<NumberPair>(bits_of(pair) & (~std::uint64_t{0} >> 1)); }
inline NumberPair larger(NumberPair a, NumberPair b) { return a < b ? b : a; }
inline NumberPair smaller(NumberPair a, NumberPair b) { return b < a ? b : a; }

} // namespace unseen
