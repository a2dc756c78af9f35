#include "unseen/stats/binomial.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include "stats/binomial_exact.hpp"
#include "stats/deviance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

namespace unseen {

namespace {

constexpr double log_two_pi = 1.8378770664093454836;
constexpr double least_share = 0x1p-53; ///< a term with a smaller share of the sum does not change it

void check(const char* what, std::uint64_t errors, std::uint64_t trials)
{
    constexpr std::uint64_t most = std::uint64_t{1} << 53;
    if (trials >= 1 && trials <= most && errors <= trials)
        return; // building the messages would cost more than an inversion
    require(trials >= 1, std::string(what) + ": trials = 0 must be >= 1");
    require(trials <= most, std::string(what) + ": trials = " + std::to_string(trials) + " must be <= 2^53");
    require(errors <= trials, std::string(what) + ": errors = " + std::to_string(errors) +
                                  " must be <= trials = " + std::to_string(trials));
}

void check(const char* what, std::uint64_t errors, std::uint64_t trials, double p)
{
    check(what, errors, trials);
    if (!(p >= 0.0 && p <= 1.0))
        throw InputError(std::string(what) + ": p = " + shortest(p) + " must lie between 0 and 1");
}

/// ln n! - ln(sqrt(2 pi n) (n/e)^n), n >= 1 (Loader 2000): a table, then Stirling's series, whose next term
/// is below 1e-16.
double stirling_error(double n)
{
    static constexpr std::array<double, 17> small = {0.0,
                                                     0.081061466795327261,
                                                     0.041340695955409297,
                                                     0.027677925684998338,
                                                     0.020790672103765093,
                                                     0.016644691189821193,
                                                     0.013876128823070748,
                                                     0.01189670994589177,
                                                     0.010411265261972096,
                                                     0.0092554621827127329,
                                                     0.0083305634333628708,
                                                     0.0075736754879518406,
                                                     0.0069428401072095299,
                                                     0.0064089941880042071,
                                                     0.0059513701127588475,
                                                     0.0055547335519628011,
                                                     0.0052076559196096404};
    if (n <= 16.0) return small[static_cast<std::size_t>(n)];
    const double r = 1.0 / n;
    const double s = r * r;
    return r * (1.0 / 12 - s * (1.0 / 360 - s * (1.0 / 1260 - s * (1.0 / 1680 - s * (1.0 / 1188)))));
}

/// A probability and its complement; the smaller one is the more accurate.
struct Point {
    double q;
    double c;
};

/// A count k of m with the terms that all its probabilities share; 0 < k < m.
class Count {
public:
    Count(double k, double m)
        : k_(k),
          m_(m),
          j_(m - k),
          log_peak_(stirling_error(m) - stirling_error(k) - stirling_error(m - k) -
                    0.5 * (log_two_pi + std::log(k * ((m - k) / m))))
    {
    }

    double k() const { return k_; }
    double m() const { return m_; }
    double j() const { return j_; } ///< m - k
    /// ln P(X = k) at p = k/m, where it is largest.
    double log_peak() const { return log_peak_; }

    /// m q - k, from the smaller of q and 1 - q.
    double excess(Point at) const { return at.q <= at.c ? m_ * at.q - k_ : j_ - m_ * at.c; }

    double log_pmf(Point at) const
    {
        const double d = excess(at);
        return log_peak_ - detail::deviance(k_, m_ * at.q, -d) - detail::deviance(j_, m_ * at.c, d);
    }

    /// -d ln P(X <= k) / d logit(q) = (m-k) q P(X = k) / P(X <= k), for q above the mean, to the relative
    /// accuracy `tolerance`.
    double hazard(Point at, double tolerance) const
    {
        const double deviation = std::sqrt(m_ * at.q * at.c);
        const double lambda = excess(at) - at.c; // (m+1) q - (k+1)
        const double z = lambda / deviation;
        // Approximate numbers of terms: the error of the fraction falls as exp(-2 z sqrt(2 n)), the terms of
        // the series fall as exp(-z x - x^2/2) with x = n / deviation.
        const double digits = -std::log(tolerance);
        const double series_terms = std::min(k_, deviation * (std::sqrt(z * z + 2.0 * digits) - z));
        const double fraction_terms = 4.0 + digits * digits / (8.0 * z * z);
        const double variance = (m_ + 1.0) * at.q * at.c;
        if (variance >= detail::large_variance && z > -2.0 &&
            std::min(series_terms, 3.0 * fraction_terms) > 300.0)
            return 1.0 / detail::binomial_tail_integral(lambda, variance, at.q);
        if (lambda <= 0.0 || series_terms < 3.0 * fraction_terms) return j_ * at.q / ratio_sum(at, tolerance);
        return inverse_fraction(at, lambda, tolerance);
    }

private:
    /// P(X <= k) / P(X = k) = 1 + sum_n prod_{i<n} (k-i) c / ((j+1+i) q).
    double ratio_sum(Point at, double tolerance) const
    {
        const double odds = at.c / at.q;
        const double enough = std::min(tolerance, 1e-3) * 0.03;
        double term = 1.0;
        double sum = 1.0;
        double up = k_;
        double down = j_ + 1.0;
        while (up > 0.0 && (term > enough * sum || up * odds > down)) {
            term *= up * odds / down;
            sum += term;
            up -= 1.0;
            down += 1.0;
        }
        return sum;
    }

    /// (m-k) q P(X = k) / P(X <= k) by the continued fraction of the incomplete beta ratio, P(X <= k) =
    /// I_c(m-k, k+1) (Didonato & Morris 1992, ACM TOMS 18:360, BFRAC; DLMF 8.17.22 contracted), whose terms
    /// are all positive where lambda > 0.
    double inverse_fraction(Point at, double lambda, double tolerance) const
    {
        const double a = j_;
        const double b = k_ + 1.0;
        const double x = at.c;
        const double step = lambda + 1.0;
        double w = 1.0 / (a + 1.0);
        double above0 = 0.0;
        double below0 = 1.0;
        double above1 = 1.0;
        double below1 = a * w * step;
        double last = 0.0;
        double n = 1.0;
        for (;;) {
            for (int i = 0; i < 8 && n <= k_ + 1.0; ++i, n += 1.0) {
                const double next_w = 1.0 / (a + 2.0 * n + 1.0);
                const double e = n * (b - n) * x * w;
                const double alpha = (a + n - 1.0) * w * ((a + b + n - 1.0) * x) * e;
                const double beta = n + e + (a + n) * next_w * (step + n * (1.0 + at.q));
                const double above = beta * above1 + alpha * above0;
                const double below = beta * below1 + alpha * below0;
                above0 = above1;
                below0 = below1;
                above1 = above;
                below1 = below;
                w = next_w;
            }
            const double scale = 1.0 / above1;
            const double inverse = below1 * scale;
            if (std::abs(inverse - last) <= tolerance * inverse || n > k_ + 1.0) return inverse;
            last = inverse;
            above0 *= scale;
            below0 *= scale;
            below1 = inverse;
            above1 = 1.0;
        }
    }

    double k_;
    double m_;
    double j_;
    double log_peak_;
};

/// ln P(X <= k) at a point above the mean.
double log_lower_tail(const Count& count, Point at)
{
    const double ratio = count.j() * at.q / count.hazard(at, least_share);
    return count.log_pmf(at) + std::log(ratio);
}

/// ln P(X <= k) for 0 <= k <= m anywhere.
double log_cdf(double k, double m, Point at)
{
    constexpr double infinite = std::numeric_limits<double>::infinity();
    if (k >= m || at.q <= 0.0) return 0.0;
    if (at.c <= 0.0) return -infinite;
    if (k <= 0.0) return m * (at.q <= at.c ? std::log1p(-at.q) : std::log(at.c));
    const Count count(k, m);
    if (count.excess(at) >= 0.0) return log_lower_tail(count, at);
    // Above the mean the other tail, P(X >= k+1) = P(m - X <= m-k-1), is the smaller one.
    const double other = log_cdf(m - k - 1.0, m, {at.c, at.q});
    return std::log1p(-std::exp(other));
}

/// The standard normal deviate that is exceeded with probability exp(log_delta), to about 1e-9 (Acklam 2003);
/// less accurate below 1e-300.
double upper_deviate(double log_delta)
{
    if (log_delta > -3.7) { // delta > 0.0247
        const double x = 0.5 - std::exp(log_delta);
        if (x < -0.4757) return -upper_deviate(std::log(0.5 + x));
        const double r = x * x;
        return (((((-3.969683028665376e+01 * r + 2.209460984245205e+02) * r - 2.759285104469687e+02) * r +
                  1.383577518672690e+02) *
                     r -
                 3.066479806614716e+01) *
                    r +
                2.506628277459239e+00) *
               x /
               (((((-5.447609879822406e+01 * r + 1.615858368580409e+02) * r - 1.556989798598866e+02) * r +
                  6.680131188771972e+01) *
                     r -
                 1.328068155288572e+01) *
                    r +
                1.0);
    }
    const double t = std::sqrt(-2.0 * log_delta);
    return -(((((-7.784894002430293e-03 * t - 3.223964580411365e-01) * t - 2.400758277161838e+00) * t -
               2.549732539343734e+00) *
                  t +
              4.374664141464968e+00) *
                 t +
             2.938163982698783e+00) /
           ((((7.784695709041462e-03 * t + 3.224671290700398e-01) * t + 2.445134137142996e+00) * t +
             3.754408661907416e+00) *
                t +
            1.0);
}

/// The logit at which the tail's first term in 1-q, C(m, k) (1-q)^(m-k), is delta.
double first_term_logit(const Count& count, double log_delta)
{
    const double log_choose = count.log_peak() - count.k() * std::log(count.k() / count.m()) -
                              count.j() * std::log(count.j() / count.m());
    return (log_choose - log_delta) / count.j();
}

/// Starting odds q/(1-q): the cube-root normal approximation of the F quantile (Paulson 1942), or the first
/// term of the tail if few rows are right and the approximation has no solution.
double first_odds(const Count& count, double log_delta)
{
    const double z = upper_deviate(log_delta);
    const double a = 1.0 / (9.0 * (count.k() + 1.0));
    const double b = 1.0 / (9.0 * count.j());
    const double below = (1.0 - b) * (1.0 - b) - b * z * z;
    if (below > 0.1) {
        const double inside = (1.0 - a) * (1.0 - a) * b + (1.0 - b) * (1.0 - b) * a - a * b * z * z;
        const double root = ((1.0 - a) * (1.0 - b) + z * std::sqrt(std::max(inside, 0.0))) / below;
        const double odds = (count.k() + 1.0) / count.j() * root * root * root;
        if (odds > 0.0) return odds;
    }
    return std::exp(std::min(first_term_logit(count, log_delta), 700.0));
}

/// q with P(Bin(m, q) <= k) = delta, 0 < k < m - 1.
Point invert(double k, double m, double log_delta)
{
    const Count count(k, m);
    double odds = first_odds(count, log_delta);
    // q is so near to 1 that the complement equals its first term in all digits: (delta / C(m, k))^(1 /
    // (m-k)).
    if (odds > 1e200) return {1.0, std::exp(-first_term_logit(count, log_delta))};
    Point at{};
    double spread = 0.0; ///< size of the last step, relative to the curvature of the function
    for (int i = 0; i < 200; ++i) {
        const double c = 1.0 / (1.0 + odds);
        at = {odds * c, c};
        // The slope may be less accurate where the function is steep: an error of ln P moves the limit by
        // that error / hazard.
        const double excess = std::max(1.0, count.excess(at));
        const double h = count.hazard(at, std::min(1e-6, least_share * excess));
        const double f = count.log_pmf(at) + std::log(count.j() * at.q / h) - log_delta;
        // f' = -h, f'' = -h g, f''' = -h (g^2 + g'), g' = h g - (m+1) q c; all exact.
        const double newton = f / h;
        const double g = c + h - count.excess(at);
        const double variance = (m + 1.0) * at.q * c;
        const double second = 0.5 * g;
        const double third = (g * g + h * g - variance) / 6.0;
        spread = std::max({std::abs(g), std::sqrt(variance), 1.0}) * std::abs(newton);
        double step = newton;
        if (spread < 0.3) {
            step = newton * (1.0 - newton * (second - newton * (2.0 * second * second - third)));
        } else {
            const double inside = 1.0 + 4.0 * second * newton;
            if (inside > 0.0) step = 2.0 * newton / (1.0 + std::sqrt(inside));
            step = std::clamp(step, -5.0, 5.0);
        }
        odds *= std::abs(step) < 1e-3 ? 1.0 + step * (1.0 + step * (0.5 + step * (1.0 / 6 + step / 24)))
                                      : std::exp(step);
        if (spread < 0.3 && spread * spread * spread * std::abs(newton) < 1e-17) break;
    }
    // Both are computed from the smaller one, so that both are monotone.
    const double c = 1.0 / (1.0 + odds);
    return {odds > 1.0 ? 1.0 - c : odds / (1.0 + odds), c};
}

/// The upper limit, to a few units in the last place; errors < trials.
Point upper_point(std::uint64_t errors, std::uint64_t trials, Delta delta)
{
    const auto m = static_cast<double>(trials);
    if (errors == 0) {
        const double x = delta.log() / m;
        return {-std::expm1(x), std::exp(x)};
    }
    if (errors + 1 == trials) {
        const double x = std::log1p(-delta.value()) / m;
        return {std::exp(x), -std::expm1(x)};
    }
    return invert(static_cast<double>(errors), m, delta.log());
}

} // namespace

double binomial_log_pmf(std::uint64_t errors, std::uint64_t trials, double p)
{
    check("binomial_log_pmf", errors, trials, p);
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const auto k = static_cast<double>(errors);
    const auto m = static_cast<double>(trials);
    if (errors == 0) return p < 1.0 ? m * std::log1p(-p) : -infinite;
    if (errors == trials) return p > 0.0 ? m * std::log(p) : -infinite;
    if (p <= 0.0 || p >= 1.0) return -infinite;
    return Count(k, m).log_pmf({p, 1.0 - p});
}

double binomial_log_cdf(std::uint64_t errors, std::uint64_t trials, double p)
{
    check("binomial_log_cdf", errors, trials, p);
    return log_cdf(static_cast<double>(errors), static_cast<double>(trials), {p, 1.0 - p});
}

double binomial_log_upper_tail(std::uint64_t errors, std::uint64_t trials, double p)
{
    check("binomial_log_upper_tail", errors, trials, p);
    return log_cdf(static_cast<double>(trials - errors), static_cast<double>(trials), {1.0 - p, p});
}

BinomialLimit binomial_upper(std::uint64_t errors, std::uint64_t trials, Delta delta, Rounding rounding)
{
    check("binomial_upper", errors, trials);
    if (errors == trials) return {1.0, 0.0};
    const Point at = upper_point(errors, trials, delta);
    if (rounding == Rounding::nearest) return {at.q, at.c};
    return {detail::round_binomial_limit(errors, trials, delta, at.q, detail::LimitPart::p_up),
            detail::round_binomial_limit(errors, trials, delta, at.c, detail::LimitPart::complement_down)};
}

BinomialLimit binomial_lower(std::uint64_t errors, std::uint64_t trials, Delta delta, Rounding rounding)
{
    check("binomial_lower", errors, trials);
    if (errors == 0) return {0.0, 1.0};
    const std::uint64_t right = trials - errors;
    const Point at = upper_point(right, trials, delta);
    if (rounding == Rounding::nearest) return {at.c, at.q};
    return {detail::round_binomial_limit(right, trials, delta, at.c, detail::LimitPart::complement_down),
            detail::round_binomial_limit(right, trials, delta, at.q, detail::LimitPart::p_up)};
}

} // namespace unseen
