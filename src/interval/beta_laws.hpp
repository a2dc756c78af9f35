// Private: beta laws of proportions, and integrals over them (METHODS I.25, I.26).
#pragma once

#include "stats/beta_limits.hpp"

#include <cmath>
#include <vector>

namespace unseen {

/// A point of an integral: the integral of f is the sum of weight f(x).
struct Node {
    double x;
    double weight;
};

/// The nodes of integrals over Beta(a, b), a, b > 0, whose weights add up to 1. The logit of x is c + s sinh
/// t, c the mode there and s its spread; the trapezoidal rule in t then converges beyond all powers of its
/// step, for integrands that are smooth in the logit on the scale s.
std::vector<Node> beta_nodes(double a, double b, double step = 1.0 / 12.0);

/// The distribution function of Beta(a, b), a, b > 0, from a table: cubic pieces with the right values and
/// slopes, to about 1e-10. A table takes as long as 1200 calls of beta_cdf(), and a look-up a thirtieth of
/// one.
class BetaTable {
public:
    BetaTable(double a, double b);
    double operator()(double x) const;

private:
    double mode_, spread_; ///< of the logit
    double from_, step_;   ///< of t, where the logit is mode + spread sinh t
    std::vector<double> values_, slopes_;
};

/// Where the increasing function f crosses 0 between `low`, where it is negative, and `high`, to the last
/// bits: inverse quadratic steps where they converge, else halves (Chandrupatla 1997, Adv. Eng. Softw.
/// 28:145).
template <class F>
double crossing(F f, double low, double high)
{
    double a = high, b = low, fa = f(high), fb = f(low);
    if (fa <= 0.0) return high;
    if (fb >= 0.0) return low;
    double c = a, fc = fa, t = 0.5;
    for (int step = 0; step < 200; ++step) {
        const double x = a + t * (b - a);
        const double fx = f(x);
        if ((fx > 0.0) == (fa > 0.0)) {
            c = a;
            fc = fa;
        } else {
            c = b;
            b = a;
            fc = fb;
            fb = fa;
        }
        a = x;
        fa = fx;
        const double best = std::abs(fa) < std::abs(fb) ? a : b;
        const double width = std::abs(b - a);
        const double least = 4e-16 * std::abs(best) + 1e-300;
        if (fx == 0.0 || width <= 2.0 * least) return best;
        const double xi = (a - b) / (c - b);
        const double phi = (fa - fb) / (fc - fb);
        const bool converges = phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi;
        t = converges ? fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)
                      : 0.5;
        t = std::fmin(1.0 - least / width, std::fmax(least / width, t));
    }
    return std::abs(fa) < std::abs(fb) ? a : b;
}

} // namespace unseen
