// Exact sums of doubles: associative and commutative by construction, so that merging in any order gives the same bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace unseen {

/// The exact sum of any number (up to 2^63) of finite doubles, in 68 limbs of base 2^32 with unit 2^-1074; rounded once, half to
/// even, when it is read. 552 bytes; about 2 ns an addend. The idea of a superaccumulator: Kulisch; Neal 2015, arXiv 1505.05571.
class ExactSum {
public:
    /// Adds x. Throws std::logic_error if x is NaN or infinite.
    void add(double x);
    /// Adds them all; about 0.6 ns each where most lie within a factor of 2^36 of one another. Throws as above, some having been added.
    void add(std::span<const double> values);
    /// Adds the exact product of a and b (exact while it is zero or at least 2^-969 in size).
    void add_product(double a, double b);
    /// Adds everything that `other` holds.
    void merge(const ExactSum& other);
    /// The correctly rounded sum; +0 for an exact zero; infinite if it lies beyond the largest double.
    double value() const;
    /// The sum as an unevaluated high + low, each correctly rounded: about 106 bits.
    struct Pair {
        double high;
        double low;
    };
    Pair pair() const;

    using Limbs = std::array<std::int64_t, 68>;
    /// The sum's canonical form: all limbs in [0, 2^32) but the last one, which keeps the sign. Equal sums have equal limbs.
    Limbs limbs() const { return canonical().limbs_; }
    /// The sum that limbs() came from.
    explicit ExactSum(const Limbs& limbs) : limbs_(limbs) {}
    ExactSum() = default;

    /// Equal sums compare equal, however they were reached.
    friend bool operator==(const ExactSum& a, const ExactSum& b);

private:
    static constexpr std::size_t n_limbs = 68;
    void carry();
    /// Adds, or takes away, `count` 2^power units.
    void add_units(std::uint64_t count, unsigned power, bool negative);
    ExactSum canonical() const;

    Limbs limbs_{};
    std::uint32_t additions_ = 0; ///< since the last carry; below 2^30 no limb overflows
    std::uint32_t top_ = 0x3ff;   ///< the largest biased exponent that is expected in the next block of numbers
};

} // namespace unseen
