// Private: turns decision values into probabilities.
#pragma once

#include <span>

namespace unseen {

/// P(own class) = 1 / (1 + exp(a f + b)) of a decision value f (Platt 1999).
struct Sigmoid {
    double a = 0.0;
    double b = 0.0;

    double operator()(double f) const;
};

/// The sigmoid of the largest likelihood of targets t, with n+ rows of the class and n- others: t = (n+ + 1)
/// / (n+ + 2) for the class and 1 / (n- + 2) for the others (Platt 1999). Newton's method with step halving,
/// in the form that neither overflows nor cancels (Lin, Lin & Weng 2007, Mach. Learn. 68:267). Row i has the
/// decision value f[i] and counts `times[i]` times.
Sigmoid fitted_sigmoid(std::span<const double> f, std::span<const char> own, std::span<const double> times);

} // namespace unseen
