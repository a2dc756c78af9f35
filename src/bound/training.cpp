#include "unseen/bound/training.hpp"

#include "unseen/base/number.hpp"
#include "unseen/stats/binomial.hpp"
#include "unseen/stats/kl.hpp"

#include "bound/sides.hpp"

#include <cmath>

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

Bound compression(std::uint64_t errors, std::uint64_t rows, std::uint64_t kept, Delta delta)
{
    require(kept < rows,
            "compression: kept = " + std::to_string(kept) + " must be < rows = " + std::to_string(rows));
    require(errors <= rows - kept, "compression: errors = " + std::to_string(errors) +
                                       " must be <= rows - kept = " + std::to_string(rows - kept));
    const ErrorCount others{errors, rows - kept};
    Bound bound{.form = "exact",
                .value = rate(others),
                .delta = delta,
                .estimand = Estimand::model,
                .guarantee = Guarantee::exact};
    bound.assumptions = {independent_rows, "The classifier can be rebuilt from the kept rows in any order.",
                         "The errors are counted on the rows that were not kept."};
    set_binomial_sides(bound, others, -std::log(static_cast<double>(rows)) - log_choose(rows, kept));
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
    return bound;
}

} // namespace unseen::bound
