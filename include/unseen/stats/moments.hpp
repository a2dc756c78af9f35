// Mean, variance and skewness from exact sums: the order of the numbers does not matter, and equal numbers
// have variance 0.
//
// Example:
//
//     Moments moments;
//     moments.add(std::vector<double>{1.0, 2.0, 3.0, 6.0});
//     assert(moments.mean() == 3.0);
//     assert(std::abs(moments.variance() - 14.0 / 3) < 1e-15); // (4 + 1 + 0 + 9) / 3
#pragma once

#include "unseen/stats/exact_sum.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace unseen {

/// Running mean, sample variance and skewness of finite numbers. add() throws std::logic_error for NaN and
/// infinity.
class Moments {
public:
    /// The whole state, for storing it.
    struct Parts {
        ExactSum sum;
        ExactSum squares;
        std::uint64_t count = 0;
        bool square_overflows = false;
    };
    Moments() = default;
    explicit Moments(const Parts& p)
        : sum_(p.sum),
          squares_(p.squares),
          count_(p.count),
          square_overflows_(p.square_overflows),
          has_cubes_(p.count == 0)
    {
    }
    Parts parts() const { return {sum_, squares(), count_, square_overflows_}; }

    void add(double x);
    void add(std::span<const double> values);
    /// Adds the numbers that were added to `other`.
    void merge(const Moments& other);
    std::uint64_t count() const { return count_; }
    /// The mean: the exact sum, divided once. Needs at least one number.
    double mean() const;
    /// The sample variance, with divisor count - 1. 0 for fewer than two numbers, and if it cannot be
    /// distinguished from rounding errors (below 1e-28 of the mean square). Infinite if the sum of the
    /// squares lies beyond the largest double.
    double variance() const;
    /// The skewness m3 / m2^1.5, where m2 and m3 are central moments with divisor n, to about ten digits.
    /// None without variance, for moments made from Parts, and where the sum of cubes loses too many digits:
    /// beyond doubles, or with a mean of more than 32 standard deviations.
    std::optional<double> skewness() const;

private:
    ExactSum squares() const;

    ExactSum sum_;
    ExactSum squares_;
    ExactSum square_errors_; ///< the rounding errors of the squares; apart, because they are much smaller
    ExactSum cubes_;         ///< rounded each, summed exactly
    std::uint64_t count_ = 0;
    bool square_overflows_ = false; ///< the square of some number lies beyond the largest double
    bool has_cubes_ = true;         ///< of all numbers
};

/// The mean of one or more finite numbers: the exact sum, divided once.
double mean_of(std::span<const double> numbers);

} // namespace unseen
