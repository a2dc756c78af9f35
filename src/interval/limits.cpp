#include "interval/limits.hpp"

#include <cmath>

namespace unseen {

namespace {

double expit(double x) { return x >= 0.0 ? 1.0 / (1.0 + std::exp(-x)) : std::exp(x) / (1.0 + std::exp(x)); }

} // namespace

Limits on_logit_scale(double centre, double half)
{
    const double logit = std::log(centre) - std::log1p(-centre);
    return {expit(logit - half), expit(logit + half)};
}

Limits wilson(double ones, double trials, double z)
{
    const double middle = ones + z * z / 2;
    const double half = z * std::sqrt(ones * (trials - ones) / trials + z * z / 4);
    const double all = trials + z * z;
    // At the ends the two terms are equal, but for their rounding.
    return {ones > 0.0 ? (middle - half) / all : 0.0, ones < trials ? (middle + half) / all : 1.0};
}

} // namespace unseen
