#include "unseen/bound/progressive.hpp"

#include "unseen/base/number.hpp"
#include "unseen/stats/kl.hpp"

#include "bound/sides.hpp"

#include <cmath>

namespace unseen::bound {

using namespace detail;

namespace {

double upper_limit(ErrorCount count, Delta delta, ProgressiveForm form, double lambda)
{
    const auto m = static_cast<double>(count.rows);
    const auto k = static_cast<double>(count.errors);
    const double cost = -delta.log();
    switch (form) {
    case ProgressiveForm::azuma: return within(rate(count) + std::sqrt(cost / (2.0 * m)));
    case ProgressiveForm::fixed_lambda:
        return within(std::expm1(-(lambda * k + cost) / m) / std::expm1(-lambda));
    case ProgressiveForm::kl_union: return kl_upper(rate(count), (std::log(m + 1.0) + cost) / m);
    case ProgressiveForm::online_to_batch: return within(rate(count) + std::sqrt(2.0 * cost / m));
    case ProgressiveForm::penalised:
        return within(rate(count) + 6.0 * std::sqrt((std::log(2.0 * (m + 1.0)) + cost) / m));
    }
    return 1.0;
}

std::string name_of(ProgressiveForm form)
{
    switch (form) {
    case ProgressiveForm::azuma: return "azuma";
    case ProgressiveForm::fixed_lambda: return "fixed_lambda";
    case ProgressiveForm::kl_union: return "kl_union";
    case ProgressiveForm::online_to_batch: return "online_to_batch";
    case ProgressiveForm::penalised: return "penalised";
    }
    return {};
}

} // namespace

Bound progressive(ErrorCount count, Delta delta, ProgressiveForm form, double lambda)
{
    check("progressive", count);
    require(lambda > 0.0 && std::isfinite(lambda),
            "progressive: lambda = " + shortest(lambda) + " must be positive");
    Bound bound{.form = name_of(form),
                .value = rate(count),
                .delta = delta,
                .estimand = Estimand::randomised,
                .guarantee = Guarantee::exact};
    bound.assumptions = {independent_rows,
                         "Each row was predicted by a model that had seen only the rows before it.",
                         chosen_before};
    if (form == ProgressiveForm::fixed_lambda)
        bound.assumptions.push_back("lambda was fixed before looking at the errors.");
    if (form == ProgressiveForm::penalised) {
        bound.estimand = Estimand::model;
        bound.assumptions.push_back(
            "The model is the one with the least penalised error on the rows after it.");
        bound.upper = upper_limit(count, delta, form, lambda);
        bound.lower = Value::none(reasons::no_lower_bound);
        bound.complement = 1.0 - bound.upper.number();
        bound.two_sided = {Value::none(reasons::no_lower_bound),
                           upper_limit(count, delta.share(2), form, lambda)};
        bound.two_sided_delta = delta.value();
        return bound;
    }
    const ErrorCount right{count.rows - count.errors, count.rows};
    set_sides(
        bound, [&](Delta d) { return upper_limit(count, d, form, lambda); },
        [&](Delta d) {
            // The limit for the rows that are right. kl has a mirrored inverse, which keeps full precision.
            if (form == ProgressiveForm::kl_union) {
                const auto m = static_cast<double>(count.rows);
                return kl_lower(rate(count), (std::log(m + 1.0) - d.log()) / m);
            }
            return within(1.0 - upper_limit(right, d, form, lambda));
        });
    return bound;
}

} // namespace unseen::bound
