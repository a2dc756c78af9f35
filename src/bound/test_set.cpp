#include "unseen/bound/test_set.hpp"

#include "unseen/base/interval.hpp"
#include "unseen/stats/binomial.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/kl.hpp"

#include "base/listed.hpp"
#include "bound/sides.hpp"

#include <algorithm>
#include <cmath>

namespace unseen::bound {

using namespace detail;

namespace {

constexpr std::uint64_t few_errors =
    5; ///< with fewer errors, or fewer right rows, the normal approximation does not hold

/// The upper delta-quantile of the standard normal distribution.
double deviate(Delta delta)
{
    require(delta.value() > 0.0, "delta is too small for a normal approximation");
    return -normal_quantile(delta.value());
}

Limits wilson(ErrorCount count, Delta delta)
{
    const double m = static_cast<double>(count.rows);
    const double p = rate(count);
    const double z = deviate(delta);
    const double scale = 1.0 + z * z / m;
    const double centre = (p + z * z / (2.0 * m)) / scale;
    const double half = z / scale * std::sqrt(p * (1.0 - p) / m + z * z / (4.0 * m * m));
    // At 0 and m errors one limit is exactly 0 or 1, which rounding would miss. A negative z (delta above
    // 1/2) exchanges the limits.
    return {count.errors == 0 && z >= 0.0 ? 0.0 : within(centre - half),
            count.errors == count.rows && z >= 0.0 ? 1.0 : within(centre + half)};
}

Limits normal(ErrorCount count, Delta delta)
{
    const double p = rate(count);
    const double half = deviate(delta) * std::sqrt(p * (1.0 - p) / static_cast<double>(count.rows));
    return {within(p - half), within(p + half)};
}

Limits hoeffding(ErrorCount count, Delta delta)
{
    const double half = std::sqrt(-delta.log() / (2.0 * static_cast<double>(count.rows)));
    return {within(rate(count) - half), within(rate(count) + half)};
}

Limits chernoff_kl(ErrorCount count, Delta delta)
{
    const double epsilon = -delta.log() / static_cast<double>(count.rows);
    return {kl_lower(rate(count), epsilon), kl_upper(rate(count), epsilon)};
}

} // namespace

Bound test_set(ErrorCount count, Delta delta, TestSetForm form)
{
    check("binomial", count);
    Bound bound{
        .value = rate(count), .delta = delta, .estimand = Estimand::model, .guarantee = Guarantee::exact};
    bound.assumptions = {independent_rows, fixed_model};
    if (form == TestSetForm::exact) {
        bound.form = "exact";
        set_sides(
            bound, [&](Delta d) { return binomial_upper(count.errors, count.rows, d, Rounding::outward).p; },
            [&](Delta d) { return binomial_lower(count.errors, count.rows, d, Rounding::outward).p; });
        bound.complement = binomial_upper(count.errors, count.rows, delta, Rounding::outward).complement;
        return bound;
    }
    Limits (*limits)(ErrorCount, Delta) = nullptr;
    switch (form) {
    case TestSetForm::exact: break;
    case TestSetForm::wilson: bound.form = "wilson", limits = wilson; break;
    case TestSetForm::normal: bound.form = "normal", limits = normal; break;
    case TestSetForm::hoeffding: bound.form = "hoeffding", limits = hoeffding; break;
    case TestSetForm::chernoff_kl: bound.form = "chernoff_kl", limits = chernoff_kl; break;
    }
    if (form == TestSetForm::wilson || form == TestSetForm::normal) {
        bound.guarantee = Guarantee::asymptotic;
        bound.assumptions.push_back("There are enough errors, and enough rows without, for the number of "
                                    "errors to be nearly normal.");
    }
    if (form == TestSetForm::normal && std::min(count.errors, count.rows - count.errors) < few_errors)
        bound.warnings.push_back({warnings::normal_few_errors,
                                  counted(count.errors, "error") + " in " + counted(count.rows, "row") +
                                      ": the normal approximation needs at least 5 errors and 5 right rows; "
                                      "its limits lie too close "
                                      "to the observed rate, so take the form exact"});
    set_sides(
        bound, [&](Delta d) { return limits(count, d).upper; },
        [&](Delta d) { return limits(count, d).lower; });
    return bound;
}

} // namespace unseen::bound
