// Exact sums of doubles. The result does not depend on the order of the addends or of the merges, down to the
// last bit.
//
// Example:
//
//     ExactSum sum;
//     sum.add(std::vector<double>{1e100, 1.0, -1e100});
//     assert(sum.value() == 1.0); // in doubles 1e100 + 1 - 1e100 is 0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace unseen {

/// The exact sum of up to 2^63 finite doubles, held in 68 limbs of base 2^32 with unit 2^-1074. It is rounded
/// once, half to even, when it is read. 552 bytes; about 2 ns per addend. A superaccumulator (Kulisch; Neal
/// 2015, arXiv 1505.05571).
class ExactSum {
public:
    /// Adds x. Throws std::logic_error if x is NaN or infinite.
    void add(double x);
    /// Adds all values; about 0.6 ns each if most lie within a factor of 2^36 of one another. Throws as
    /// add(x); some values may have been added by then.
    void add(std::span<const double> values);
    /// Adds a b, exactly if the product is 0 or at least 2^-969 in magnitude.
    void add_product(double a, double b);
    /// Adds the sum that `other` holds.
    void merge(const ExactSum& other);
    /// The correctly rounded sum; +0 if it is exactly zero, infinite if it lies beyond the largest double.
    double value() const;
    /// The sum as an unevaluated high + low, each correctly rounded: about 106 bits.
    struct Pair {
        double high;
        double low;
    };
    Pair pair() const;

    using Limbs = std::array<std::int64_t, 68>;
    /// The canonical form of the sum: all limbs lie in [0, 2^32), except the last one, which carries the
    /// sign. Equal sums have equal limbs.
    Limbs limbs() const { return canonical().limbs_; }
    /// The sum that has these limbs().
    explicit ExactSum(const Limbs& limbs) : limbs_(limbs) {}
    ExactSum() = default;

    /// True if the exact sums are equal, whatever was added to reach them.
    friend bool operator==(const ExactSum& a, const ExactSum& b);

private:
    static constexpr std::size_t n_limbs = 68;
    void carry();
    /// Adds `count` 2^power units, or subtracts them if `negative`.
    void add_units(std::uint64_t count, unsigned power, bool negative);
    ExactSum canonical() const;

    Limbs limbs_{};
    std::uint32_t additions_ = 0; ///< since the last carry; below 2^30 no limb overflows
    std::uint32_t top_ = 0x3ff;   ///< the largest biased exponent expected in the next block of values
};

} // namespace unseen
