// Private: two doubles in one vector register, for the few loops that run over every row. All 64-bit
// processors have such registers, but compilers do not use them for these loops at -O2.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
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

inline NumberPair magnitudes(NumberPair pair)
{
    return std::bit_cast<NumberPair>(bits_of(pair) & (~std::uint64_t{0} >> 1));
}
inline NumberPair larger(NumberPair a, NumberPair b) { return a < b ? b : a; }
inline NumberPair smaller(NumberPair a, NumberPair b) { return b < a ? b : a; }

/// Eight running sums, in registers.
class EightSums {
public:
    static constexpr std::size_t width = 8;

    /// Adds `factor` times each of the eight numbers from `x` on.
    void add(double factor, const double* x)
    {
        a_ += factor * pair_at(x);
        b_ += factor * pair_at(x + 2);
        c_ += factor * pair_at(x + 4);
        d_ += factor * pair_at(x + 6);
    }

    std::array<double, width> values() const
    {
        return {a_[0], a_[1], b_[0], b_[1], c_[0], c_[1], d_[0], d_[1]};
    }

private:
    NumberPair a_{};
    NumberPair b_{};
    NumberPair c_{};
    NumberPair d_{};
};

} // namespace unseen
