// The probability with which a bound may fail. It is a type, so that no function has to check it again.
//
// Example:
//
//     const Delta delta(0.05);
//     assert(std::abs(delta.share(5).value() - 0.01) < 1e-15); // Bonferroni: five bounds hold together
//     assert(Delta::from_log(-1000.0).value() == 0.0 && Delta::from_log(-1000.0).log() == -1000.0);
#pragma once

#include "unseen/base/level.hpp"

namespace unseen {

/// A probability strictly between 0 and 1. It is kept with its natural logarithm, so that shares far below
/// the smallest double (sample compression needs 1e-400) remain distinct.
class Delta {
public:
    /// Throws InputError unless 0 < delta < 1, also for NaN.
    explicit Delta(double delta);
    /// The probability exp(log). Throws InputError unless `log` is finite and negative.
    static Delta from_log(double log);

    /// 1 - level, rounded to 15 decimals, so that Level(0.95) gives 0.05 and not 0.050000000000000044.
    static Delta beside(Level level);

    /// Natural logarithm, accurate to one unit in the last place for every size of the probability.
    double log() const { return log_; }
    /// The probability; 0 if it is smaller than the smallest double.
    double value() const { return value_; }

    /// One of `n` equal shares, delta / n, as the union bound needs. Throws InputError unless n >= 1.
    Delta share(double n) const;
    /// delta * exp(log_factor). Throws InputError unless log_factor <= 0.
    Delta times_exp(double log_factor) const;

    friend bool operator==(const Delta&, const Delta&) = default;

private:
    Delta(double value, double log) : value_(value), log_(log) {}
    double value_;
    double log_;
};

} // namespace unseen
