#include "unseen/base/delta.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <cmath>

namespace unseen {

Delta::Delta(double delta) : value_(delta), log_(std::log(delta))
{
    if (delta > 0.0 && delta < 1.0) return; // the message costs more than an inversion
    throw InputError("delta = " + shortest(delta) + " must lie strictly between 0 and 1");
}

Delta Delta::from_log(double log)
{
    require(log < 0.0 && std::isfinite(log),
            "delta: the logarithm " + shortest(log) + " must be finite and negative");
    return {std::exp(log), log};
}

Delta Delta::beside(Level level)
{
    const double rounded = std::round(level.outside() * 1e15) / 1e15;
    return Delta(rounded > 0.0 && rounded < 1.0 ? rounded : level.outside());
}

Delta Delta::share(double n) const
{
    require(n >= 1.0 && std::isfinite(n),
            "delta cannot be shared among " + shortest(n) + "; expected at least 1");
    const double value = value_ / n;
    // The logarithm of the quotient if the quotient is a normal number, so that equal probabilities have
    // equal logarithms.
    return {value, std::isnormal(value) ? std::log(value) : log_ - std::log(n)};
}

Delta Delta::times_exp(double log_factor) const
{
    require(log_factor <= 0.0 && std::isfinite(log_factor),
            "delta: the logarithm of a factor, " + shortest(log_factor) + ", must be finite and <= 0");
    return from_log(log_ + log_factor);
}

} // namespace unseen
