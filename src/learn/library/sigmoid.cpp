#include "learn/library/sigmoid.hpp"

#include <cmath>
#include <cstddef>

namespace unseen {

double Sigmoid::operator()(double f) const
{
    const double z = a * f + b;
    return z >= 0.0 ? std::exp(-z) / (1.0 + std::exp(-z)) : 1.0 / (1.0 + std::exp(z));
}

Sigmoid fitted_sigmoid(std::span<const double> f, std::span<const char> own, std::span<const double> times)
{
    double of_class = 0.0;
    double others = 0.0;
    for (std::size_t i = 0; i < f.size(); ++i) (own[i] != 0 ? of_class : others) += times[i];
    const double high = (of_class + 1.0) / (of_class + 2.0);
    const double low = 1.0 / (others + 2.0);
    const auto target = [&](std::size_t i) { return own[i] != 0 ? high : low; };
    // -log likelihood: t z + log(1 + exp(-z)), written so that the exponential is at most 1.
    const auto loss = [&](const Sigmoid& s) {
        double sum = 0.0;
        for (std::size_t i = 0; i < f.size(); ++i) {
            const double z = s.a * f[i] + s.b;
            sum += times[i] *
                   ((z >= 0.0 ? target(i) : target(i) - 1.0) * z + std::log1p(std::exp(-std::abs(z))));
        }
        return sum;
    };
    Sigmoid best{.a = 0.0, .b = std::log((others + 1.0) / (of_class + 1.0))};
    double least = loss(best);
    for (int iteration = 0; iteration < 100; ++iteration) {
        double h11 = 1e-12; // so that the Hessian is positive definite
        double h22 = 1e-12;
        double h21 = 0.0;
        double g1 = 0.0;
        double g2 = 0.0;
        for (std::size_t i = 0; i < f.size(); ++i) {
            const double p = best(f[i]);
            const double curvature = times[i] * p * (1.0 - p);
            const double slope = times[i] * (target(i) - p);
            h11 += f[i] * f[i] * curvature;
            h22 += curvature;
            h21 += f[i] * curvature;
            g1 += f[i] * slope;
            g2 += slope;
        }
        const double determinant = h11 * h22 - h21 * h21;
        const double da = -(h22 * g1 - h21 * g2) / determinant;
        const double db = -(h11 * g2 - h21 * g1) / determinant;
        const double descent = g1 * da + g2 * db;
        if (!(descent < -1e-14 * least)) break; // at the optimum, up to rounding
        double step = 1.0;
        for (; step >= 1e-10; step /= 2.0) {
            const Sigmoid tried{.a = best.a + step * da, .b = best.b + step * db};
            const double found = loss(tried);
            if (found >= least + 1e-4 * step * descent) continue;
            best = tried;
            least = found;
            break;
        }
        if (step < 1e-10) break;
    }
    return best;
}

} // namespace unseen
