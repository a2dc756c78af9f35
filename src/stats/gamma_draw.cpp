#include "stats/gamma_draw.hpp"

#include <cmath>

namespace unseen {

namespace {

/// A standard normal number, by the polar method (Marsaglia & Bray 1964).
double draw_normal(Stream& stream)
{
    for (;;) {
        const double u = 2.0 * stream.uniform() - 1.0;
        const double v = 2.0 * stream.uniform() - 1.0;
        const double s = u * u + v * v;
        if (s > 0.0 && s < 1.0) return u * std::sqrt(-2.0 * std::log(s) / s);
    }
}

} // namespace

double draw_gamma(Stream& stream, double shape)
{
    const double d = (shape < 1.0 ? shape + 1.0 : shape) - 1.0 / 3.0;
    const double c = 1.0 / std::sqrt(9.0 * d);
    for (;;) {
        const double x = draw_normal(stream);
        const double root = 1.0 + c * x;
        if (root <= 0.0) continue;
        const double v = root * root * root;
        const double u = 1.0 - stream.uniform(); // in (0, 1]
        if (std::log(u) >= 0.5 * x * x + d - d * v + d * std::log(v)) continue;
        return shape < 1.0 ? d * v * std::pow(1.0 - stream.uniform(), 1.0 / shape) : d * v;
    }
}

} // namespace unseen
