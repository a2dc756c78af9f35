#include "unseen/stats/distributions.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/binomial.hpp"

// The one place that knows Boost.Math: well tested quantiles, in headers that take seconds to compile.
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <cmath>
#include <string>

namespace unseen {

namespace {

void require_probability(const char* what, double p)
{
    require(p > 0.0 && p < 1.0, std::string(what) + ": p = " + std::to_string(p) + " must lie strictly between 0 and 1");
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
    const Delta half = Delta(outside).share(2);
    return {binomial_lower(errors, trials, half).p, binomial_upper(errors, trials, half).p};
}

} // namespace unseen
