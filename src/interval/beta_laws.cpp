#include "interval/beta_laws.hpp"

#include "interval/limits.hpp"

#include "unseen/stats/distributions.hpp"

namespace unseen {

namespace {

/// The law of the logit of a number ~ Beta(a, b).
struct LogitLaw {
    LogitLaw(double a, double b) : a(a), b(b), mode(std::log(a / b)), spread(std::sqrt(1.0 / a + 1.0 / b)) {}

    double at(double t) const { return mode + spread * std::sinh(t); }
    /// The log of the density of t, apart from a constant.
    double log_mass(double t) const
    {
        const double logit = at(t);
        return (logit > 0.0 ? -b * logit : a * logit) - (a + b) * std::log1p(std::exp(-std::abs(logit))) +
               std::log(std::cosh(t));
    }
    /// Where the density falls below e^-36 = 2e-16 of that at the mode, in steps from 0.
    double end(double step) const
    {
        const double least = log_mass(0.0) - 36.0;
        double t = 0.0;
        while (log_mass(t + step) >= least) t += step;
        return t;
    }

    double a, b, mode, spread;
};

} // namespace

std::vector<Node> beta_nodes(double a, double b, double step)
{
    const LogitLaw law(a, b);
    const double most = law.log_mass(0.0);
    const double last = law.end(step);
    std::vector<Node> nodes;
    double sum = 0.0;
    for (double t = law.end(-step); t < last + 0.5 * step; t += step) {
        nodes.push_back({expit(law.at(t)), std::exp(law.log_mass(t) - most)});
        sum += nodes.back().weight;
    }
    for (auto& node : nodes) node.weight /= sum;
    return nodes;
}

BetaTable::BetaTable(double a, double b) : mode_(0.0), spread_(0.0), from_(0.0), step_(0.0)
{
    const LogitLaw law(a, b);
    mode_ = law.mode;
    spread_ = law.spread;
    constexpr double coarse = 1.0 / 16.0;
    constexpr std::size_t points = 1200;
    from_ = law.end(-coarse);
    step_ = (law.end(coarse) - from_) / (points - 1);
    const double log_beta = std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b);
    for (std::size_t k = 0; k < points; ++k) {
        const double t = from_ + static_cast<double>(k) * step_;
        values_.push_back(beta_cdf(expit(law.at(t)), a, b));
        slopes_.push_back(step_ * spread_ * std::exp(law.log_mass(t) - log_beta));
    }
}

double BetaTable::operator()(double x) const
{
    if (x <= 0.0) return 0.0;
    if (x >= 1.0) return 1.0;
    const double at = (std::asinh((std::log(x / (1.0 - x)) - mode_) / spread_) - from_) / step_;
    if (at <= 0.0) return 0.0;
    const auto k = static_cast<std::size_t>(at);
    if (k + 1 >= values_.size()) return 1.0;
    const double u = at - static_cast<double>(k);
    const double rise = values_[k + 1] - values_[k];
    const double v = 1.0 - u;
    return values_[k] + u * u * (3.0 - 2.0 * u) * rise + u * v * (v * slopes_[k] - u * slopes_[k + 1]);
}

} // namespace unseen
