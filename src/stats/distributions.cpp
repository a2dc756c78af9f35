#include "unseen/stats/distributions.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/binomial.hpp"

// Only this file uses Boost.Math: its quantiles are well tested, but its headers take seconds to compile.
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/non_central_f.hpp>
#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/gamma.hpp>

#include <cmath>
#include <numbers>
#include <string>

namespace unseen {

namespace {

// These are called often: the messages are put together only when they are needed.

void require_probability(const char* what, double p)
{
    if (!(p > 0.0 && p < 1.0))
        throw InputError(std::string(what) + ": p = " + std::to_string(p) +
                         " must lie strictly between 0 and 1");
}

void require_number(const char* what, double x)
{
    if (std::isnan(x)) throw InputError(std::string(what) + ": the argument is NaN; expected a number");
}

void require_positive(const char* what, const char* name, double x)
{
    if (!(x > 0.0 && std::isfinite(x)))
        throw InputError(std::string(what) + ": " + name + " = " + std::to_string(x) +
                         " must be positive and finite");
}

void require_df(const char* what, double df) { require_positive(what, "df", df); }

} // namespace

double normal_quantile(double p)
{
    require_probability("normal_quantile", p);
    return boost::math::quantile(boost::math::normal(), p);
}

double student_t_quantile(double p, double df)
{
    require_probability("student_t_quantile", p);
    require_df("student_t_quantile", df);
    return boost::math::quantile(boost::math::students_t(df), p);
}

double normal_tail(double z)
{
    require_number("normal_tail", z);
    return 0.5 * std::erfc(z / std::numbers::sqrt2);
}

double student_t_tail(double t, double df)
{
    require_number("student_t_tail", t);
    require_df("student_t_tail", df);
    if (std::isinf(t)) return t > 0.0 ? 0.0 : 1.0;
    return boost::math::cdf(boost::math::complement(boost::math::students_t(df), t));
}

double noncentral_t_tail(double t, double df, double noncentrality)
{
    require(std::isfinite(t) && std::isfinite(noncentrality),
            "noncentral_t_tail: t and the noncentrality must be finite");
    require_df("noncentral_t_tail", df);
    return boost::math::cdf(boost::math::complement(boost::math::non_central_t(df, noncentrality), t));
}

double chi_squared_tail(double x, double df)
{
    require_number("chi_squared_tail", x);
    require_df("chi_squared_tail", df);
    if (x <= 0.0) return 1.0;
    return std::isinf(x) ? 0.0 : boost::math::gamma_q(0.5 * df, 0.5 * x);
}

double f_tail(double x, double df1, double df2)
{
    require_number("f_tail", x);
    require_df("f_tail", df1);
    require_df("f_tail", df2);
    if (x <= 0.0) return 1.0;
    return std::isinf(x) ? 0.0
                         : boost::math::cdf(boost::math::complement(boost::math::fisher_f(df1, df2), x));
}

double f_quantile(double p, double df1, double df2)
{
    require_probability("f_quantile", p);
    require_df("f_quantile", df1);
    require_df("f_quantile", df2);
    return boost::math::quantile(boost::math::fisher_f(df1, df2), p);
}

double noncentral_f_tail(double x, double df1, double df2, double lambda)
{
    require_number("noncentral_f_tail", x);
    require_df("noncentral_f_tail", df1);
    require_df("noncentral_f_tail", df2);
    return boost::math::cdf(boost::math::complement(boost::math::non_central_f(df1, df2, lambda), x));
}

double gamma_cdf(double x, double shape)
{
    require_number("gamma_cdf", x);
    require_positive("gamma_cdf", "shape", shape);
    if (x <= 0.0) return 0.0;
    if (std::isinf(x)) return 1.0;
    // Chernoff's bound shows that the nearer tail is below the smallest double. Boost 1.74 overflows there.
    if (shape - x + shape * std::log(x / shape) < -745.0) return x < shape ? 0.0 : 1.0;
    return boost::math::gamma_p(shape, x);
}

double beta_cdf(double x, double a, double b)
{
    require_number("beta_cdf", x);
    require_positive("beta_cdf", "a", a);
    require_positive("beta_cdf", "b", b);
    if (x <= 0.0) return 0.0;
    return x >= 1.0 ? 1.0 : boost::math::ibeta(a, b, x);
}

double beta_quantile(double p, double a, double b)
{
    require_probability("beta_quantile", p);
    require_positive("beta_quantile", "a", a);
    require_positive("beta_quantile", "b", b);
    return boost::math::ibeta_inv(a, b, p);
}

// The error of the trapezoidal rule falls as exp(-2 pi^2 / (groups step^2)), here e^-79. phi(12) is 2e-32,
// and for large q the mass lies near z = q / 2; beyond z = 40 it is below the smallest double.
StudentisedRange::StudentisedRange(unsigned groups) : groups_(groups), step_(0.5 / std::sqrt(groups_))
{
    require(groups >= 2, "StudentisedRange: groups = " + std::to_string(groups) + " must be at least 2");
    const int last = static_cast<int>(40.0 / step_);
    for (int i = -static_cast<int>(12.0 / step_); i <= last; ++i) {
        const double z = i * step_;
        const double below = normal_tail(-z);
        const double part = std::exp((groups_ - 1.0) * std::log(below));
        if (!(part > 0.0)) continue;
        if (nodes_.empty()) first_ = i;
        nodes_.push_back({below, part, std::exp(-0.5 * z * z)});
    }
}

double StudentisedRange::tail(double q) const
{
    require_number("StudentisedRange", q);
    if (q <= 0.0) return 1.0;
    const int last = static_cast<int>((12.0 + std::fmin(q, 28.0)) / step_);
    const double others = groups_ - 1.0;
    double sum = 0.0;
    for (int i = first_; i <= last; ++i) {
        const auto& [below, part, density] = nodes_[static_cast<std::size_t>(i - first_)];
        if (i > 0 && density < 0x1p-54 * sum) break; // from here on no term is half a unit in the last place
        const double missed = std::fmin(1.0, normal_tail(q - i * step_) / below); // P(Z > q - z) / P(Z > -z)
        sum += density * (missed < 1.0 ? -part * std::expm1(others * std::log1p(-missed)) : part);
    }
    return std::fmin(1.0, groups_ * sum * step_ / std::sqrt(2.0 * std::numbers::pi));
}

double StudentisedRange::quantile(double outside) const
{
    require_probability("StudentisedRange", outside);
    double low = 0.0;
    double high = 1.0;
    while (tail(high) > outside && high < 1e3) high *= 2.0;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        (tail(middle) > outside ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

Limits clopper_pearson(std::uint64_t errors, std::uint64_t trials, double outside)
{
    require(trials >= 1, "clopper_pearson: trials = 0 must be >= 1");
    require(errors <= trials, "clopper_pearson: errors = " + std::to_string(errors) +
                                  " must be <= trials = " + std::to_string(trials));
    require_probability("clopper_pearson", outside);
    const Delta half = Delta(outside).share(2);
    return {binomial_lower(errors, trials, half).p, binomial_upper(errors, trials, half).p};
}

} // namespace unseen
