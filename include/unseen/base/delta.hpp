// The probability with which a bound may fail: a type, so that no function has to check it again.
#pragma once

#include "unseen/base/level.hpp"

namespace unseen {

/// A probability strictly between 0 and 1, kept with its natural logarithm, so that shares of it far below the smallest double
/// (sample compression asks for 1e-400) are still told apart.
class Delta {
public:
    /// Throws InputError unless 0 < delta < 1, also for NaN.
    explicit Delta(double delta);
    /// exp(log). Throws InputError unless log is finite and negative.
    static Delta from_log(double log);

    /// 1 - level, rounded to 15 decimals: away from the digits that the subtraction leaves over.
    static Delta beside(Level level);

    /// Natural logarithm, accurate to an ulp of its own whatever the size of the probability.
    double log() const { return log_; }
    /// The probability; 0 where it is smaller than the smallest double.
    double value() const { return value_; }

    /// An equal share among `n`: delta / n. Throws InputError unless n >= 1.
    Delta share(double n) const;
    /// delta * exp(log_factor), log_factor <= 0. Throws InputError otherwise.
    Delta times_exp(double log_factor) const;

    friend bool operator==(const Delta&, const Delta&) = default;

private:
    Delta(double value, double log) : value_(value), log_(log) {}
    double value_;
    double log_;
};

} // namespace unseen
