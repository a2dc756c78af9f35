#include "unseen/bound/training.hpp"

#include "unseen/base/number.hpp"
#include "unseen/stats/binomial.hpp"
#include "unseen/stats/kl.hpp"

#include "bound/sides.hpp"

#include <cmath>
#include <limits>

namespace unseen::bound {

using namespace detail;

namespace {

/// Sets both limits by inverse binomial tails at delta * exp(log_factor).
void set_binomial_sides(Bound& bound, ErrorCount count, double log_factor)
{
    set_sides(
        bound, [&](Delta d) { return binomial_upper(count.errors, count.rows, d.times_exp(log_factor)).p; },
        [&](Delta d) { return binomial_lower(count.errors, count.rows, d.times_exp(log_factor)).p; });
    bound.complement = binomial_upper(count.errors, count.rows, bound.delta.times_exp(log_factor)).complement;
}

/// ln C(m, d), 0 <= d < m, from the largest probability of Bin(m, d/m).
double log_choose(std::uint64_t m, std::uint64_t d)
{
    if (d == 0) return 0.0;
    const auto n = static_cast<double>(m);
    const auto k = static_cast<double>(d);
    return binomial_log_pmf(d, m, k / n) - k * std::log(k / n) - (n - k) * std::log((n - k) / n);
}

/// The root e of (delta/m) sum_{j=d}^{m-1} C(j,d)/C(m,d) (1-e)^-(m-j) = 1 for d < m. The sum grows with e.
double preferent_upper(std::uint64_t m, std::uint64_t d, Delta delta)
{
    const double wanted = std::log(static_cast<double>(m)) - delta.log();
    // In t = -ln(1 - e). C(m-i, d)/C(m, d) is the product of (m-d-k)/(m-k) over k < i.
    const auto too_large = [&](double t) {
        double log_sum = -std::numeric_limits<double>::infinity();
        double log_ratio = 0.0;
        for (std::uint64_t i = 1; i <= m - d; ++i) {
            const auto k = static_cast<double>(i - 1);
            log_ratio += std::log1p(-static_cast<double>(d) / (static_cast<double>(m) - k));
            const double term = log_ratio + static_cast<double>(i) * t;
            const double larger = std::max(log_sum, term);
            log_sum = larger + std::log1p(std::exp(std::min(log_sum, term) - larger));
        }
        return log_sum > wanted;
    };
    double low = 0.0;
    double high = 1.0;
    while (!too_large(high)) high *= 2.0;
    for (double middle = high / 2; low < middle && middle < high; middle = low + (high - low) / 2)
        (too_large(middle) ? high : low) = middle;
    return -std::expm1(-high);
}

} // namespace

Bound occam(ErrorCount count, double log_prior, Delta delta, OccamForm form)
{
    check("occam", count);
    require(log_prior <= 0.0 && std::isfinite(log_prior),
            "occam: the logarithm of the prior probability = " + shortest(log_prior) +
                " must be finite and <= 0");
    Bound bound{.form = form == OccamForm::exact ? "exact" : "hoeffding",
                .value = rate(count),
                .delta = delta,
                .estimand = Estimand::model,
                .guarantee = Guarantee::exact};
    bound.assumptions = {
        independent_rows,
        "The candidates and their prior probabilities were fixed before these rows were seen."};
    if (form == OccamForm::exact) {
        set_binomial_sides(bound, count, log_prior);
        return bound;
    }
    const auto half_width = [&](Delta d) {
        return std::sqrt(-d.times_exp(log_prior).log() / (2.0 * static_cast<double>(count.rows)));
    };
    set_sides(
        bound, [&](Delta d) { return within(rate(count) + half_width(d)); },
        [&](Delta d) { return within(rate(count) - half_width(d)); });
    return bound;
}

Bound compression(std::uint64_t errors, std::uint64_t rows, std::uint64_t kept, Delta delta,
                  CompressionForm form)
{
    require(rows >= 1, "compression: rows = 0 must be at least 1");
    require(kept <= rows,
            "compression: kept = " + std::to_string(kept) + " must be <= rows = " + std::to_string(rows));
    require(errors <= rows - kept, "compression: errors = " + std::to_string(errors) +
                                       " must be <= rows - kept = " + std::to_string(rows - kept));
    const bool exact = form == CompressionForm::exact;
    require(exact || errors == 0, "compression: errors = " + std::to_string(errors) +
                                      " must be 0 for the form preferent; it is about classifiers that are "
                                      "right on every row that was not kept");
    const ErrorCount others{errors, rows - kept};
    Bound bound{.form = exact ? "exact" : "preferent",
                .value = rate(others),
                .delta = delta,
                .estimand = Estimand::model,
                .guarantee = Guarantee::exact};
    bound.assumptions = {independent_rows, "The learner makes the same classifier of the kept rows alone.",
                         "The errors are counted on the rows that were not kept."};
    if (!exact)
        bound.assumptions.push_back("Without a row that was not kept, the same rows are kept; a further row "
                                    "on which the classifier errs would be kept.");
    if (kept == rows) {
        set_sides(
            bound, [](Delta) { return 1.0; }, [](Delta) { return 0.0; });
    } else if (exact) {
        set_binomial_sides(bound, others, -std::log(static_cast<double>(rows)) - log_choose(rows, kept));
        return bound;
    } else {
        set_sides(
            bound, [&](Delta d) { return preferent_upper(rows, kept, d); }, [](Delta) { return 0.0; });
    }
    bound.lower = bound.two_sided.lower = Value::none(reasons::no_lower_bound);
    return bound;
}

PacBayesForm pac_bayes_form(std::uint64_t rows)
{
    return rows >= 8 ? PacBayesForm::maurer : PacBayesForm::langford_seeger;
}

Bound pac_bayes(double error, std::uint64_t rows, double kl, Delta delta, PacBayesForm form)
{
    require(error >= 0.0 && error <= 1.0,
            "pac-bayes: error = " + shortest(error) + " must lie between 0 and 1");
    require(kl >= 0.0 && std::isfinite(kl), "pac-bayes: kl = " + shortest(kl) + " must be finite and >= 0");
    const bool maurer = form == PacBayesForm::maurer;
    const std::uint64_t least = maurer ? 8 : 1;
    require(rows >= least, "pac-bayes: rows = " + std::to_string(rows) + " must be at least " +
                               std::to_string(least) + (maurer ? " for the form maurer" : ""));
    const auto m = static_cast<double>(rows);
    Bound bound{.form = maurer ? "maurer" : "langford_seeger",
                .value = error,
                .delta = delta,
                .estimand = Estimand::randomised,
                .guarantee = Guarantee::exact};
    bound.assumptions = {independent_rows,
                         "The prior was fixed before these rows were seen; the posterior may depend on them.",
                         "The error is the exact mean over the posterior of the errors on these rows."};
    const auto epsilon = [&](Delta d) {
        return (kl + std::log(maurer ? 2.0 * std::sqrt(m) : m + 1.0) - d.log()) / m;
    };
    set_sides(
        bound, [&](Delta d) { return kl_upper(error, epsilon(d)); },
        [&](Delta d) { return kl_lower(error, epsilon(d)); });
    bound.two_sided = {bound.lower, bound.upper}; // the inequality limits both sides together
    return bound;
}

Bound pac_bayes_vote(double error, std::uint64_t rows, double kl, Delta delta, PacBayesForm form)
{
    Bound bound = pac_bayes(error, rows, kl, delta, form);
    bound.form = "factor_two";
    bound.estimand = Estimand::model;
    bound.value_estimand = Estimand::randomised;
    bound.upper = within(2.0 * bound.upper.number());
    bound.complement = 1.0 - bound.upper.number();
    bound.lower = Value::none(reasons::no_lower_bound);
    bound.two_sided = {bound.lower, bound.upper};
    return bound;
}

} // namespace unseen::bound
