// Mean and variance from exact sums: the order of the numbers does not matter, and equal numbers have variance 0.
#pragma once

#include "unseen/stats/exact_sum.hpp"

#include <cstdint>
#include <span>

namespace unseen {

/// Running mean and sample variance of finite numbers.
class Moments {
public:
    /// All that it knows, for writing it down.
    struct Parts {
        ExactSum sum;
        ExactSum squares;
        std::uint64_t count = 0;
        bool square_overflows = false;
    };
    Moments() = default;
    explicit Moments(const Parts& p) : sum_(p.sum), squares_(p.squares), count_(p.count), square_overflows_(p.square_overflows) {}
    Parts parts() const { return {sum_, squares(), count_, square_overflows_}; }

    void add(double x);
    void add(std::span<const double> values);
    /// Adds the numbers that `other` was given.
    void merge(const Moments& other);
    std::uint64_t count() const { return count_; }
    /// The mean, at least one number. Sum exact, divided once.
    double mean() const;
    /// Sample variance, divisor count - 1; 0 for fewer than two numbers, and where it is below what the sums can tell from 0
    /// (a relative 1e-28 of the mean square). Infinite if the sum of the squares lies beyond the largest double.
    double variance() const;

private:
    ExactSum squares() const;

    ExactSum sum_;
    ExactSum squares_;
    ExactSum square_errors_; ///< a part of the squares: what rounding took from products, of a size of its own
    std::uint64_t count_ = 0;
    bool square_overflows_ = false; ///< the square of some number lies beyond the largest double
};

/// The mean of at least one finite number: the exact sum, divided once.
double mean_of(std::span<const double> numbers);

} // namespace unseen
