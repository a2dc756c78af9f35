#include "unseen/stats/distributions.hpp"

#include "unseen/base/error.hpp"

// The one place that knows Boost.Math: well tested quantiles, in headers that take seconds to compile.
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>

#include <cmath>
#include <string>

namespace unseen {

namespace {

void require_probability(const char* what, double p)
{
    require(p > 0.0 && p < 1.0, std::string(what) + ": p = " + std::to_string(p) + " must lie strictly between 0 and 1");
}

/// max{q : P(Bin(trials, q) <= errors) >= delta}: the closed ends, else the complement form of the inverse beta, which keeps the tail.
double upper_limit(std::uint64_t errors, std::uint64_t trials, double delta)
{
    if (errors == trials) return 1.0;
    const auto m = static_cast<double>(trials);
    if (errors == 0) return -std::expm1(std::log(delta) / m);
    const auto k = static_cast<double>(errors);
    return boost::math::ibetac_inv(k + 1.0, m - k, delta);
}

double lower_limit(std::uint64_t errors, std::uint64_t trials, double delta)
{
    if (errors == 0) return 0.0;
    const auto m = static_cast<double>(trials);
    const auto k = static_cast<double>(errors);
    if (errors == trials) return std::exp(std::log(delta) / m);
    return boost::math::ibeta_inv(k, m - k + 1.0, delta);
}

} // namespace

double normal_quantile(double p)
{
    require_probability("normal_quantile", p);
    return boost::math::quantile(boost::math::normal(), p);
}

double student_t_quantile(double p, double df)
{
    require_probability("student_t_quantile", p);
    require(df > 0.0 && std::isfinite(df), "student_t_quantile: df = " + std::to_string(df) + " must be positive");
    return boost::math::quantile(boost::math::students_t(df), p);
}

BinomialLimits clopper_pearson(std::uint64_t errors, std::uint64_t trials, double outside)
{
    require(trials >= 1, "clopper_pearson: there are no trials");
    require(errors <= trials,
            "clopper_pearson: errors = " + std::to_string(errors) + " must be <= trials = " + std::to_string(trials));
    require_probability("clopper_pearson", outside);
    return {lower_limit(errors, trials, outside / 2), upper_limit(errors, trials, outside / 2)};
}

} // namespace unseen
