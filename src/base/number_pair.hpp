// Private: two numbers side by side, for the few loops over rows that all files go through: every 64-bit processor works on both at once, and compilers
// do not find that out by themselves at -O2.
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

/// The bits of both, or of what a comparison says of both: all ones where it holds, else zeros.
template <class T>
PairBits bits_of(T pair)
{
    return std::bit_cast<PairBits>(pair);
}

} // namespace unseen
