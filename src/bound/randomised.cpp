#include "unseen/bound/randomised.hpp"

#include "unseen/base/number.hpp"
#include "unseen/stats/binomial.hpp"
#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/kl.hpp"

#include "bound/members.hpp"
#include "bound/sides.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace unseen::bound {

namespace detail {

void check_members(std::span<const ErrorCount> members)
{
    require(!members.empty(), "no members; expected errors and rows of at least one");
    for (std::size_t i = 0; i < members.size(); ++i)
        require(members[i].errors <= members[i].rows,
                "member " + std::to_string(i + 1) + ": errors = " + std::to_string(members[i].errors) +
                    " must be <= rows = " + std::to_string(members[i].rows));
}

double mean_rate(std::span<const ErrorCount> members)
{
    ExactSum sum;
    double n = 0.0;
    for (const ErrorCount member : members) {
        sum.add(rate(member));
        n += member.rows > 0 ? 1.0 : 0.0;
    }
    return n > 0.0 ? sum.value() / n : 0.0;
}

double tails_upper(std::span<const ErrorCount> members, Delta delta)
{
    const auto n = static_cast<double>(members.size());
    const Delta each = delta.share(n);
    ExactSum sum;
    for (const ErrorCount member : members)
        sum.add(member.rows == 0 ? 1.0 : binomial_upper(member.errors, member.rows, each).p);
    return within(sum.value() / n);
}

double tails_lower(std::span<const ErrorCount> members, Delta delta)
{
    const auto n = static_cast<double>(members.size());
    const Delta each = delta.share(n);
    ExactSum sum;
    for (const ErrorCount member : members)
        sum.add(member.rows == 0 ? 0.0 : binomial_lower(member.errors, member.rows, each).p);
    return within(sum.value() / n);
}

} // namespace detail

using namespace detail;

Bound randomised(std::span<const ErrorCount> members, Delta delta, RandomisedForm form)
{
    check_members(members);
    Bound bound{.value = mean_rate(members),
                .delta = delta,
                .estimand = Estimand::randomised,
                .guarantee = Guarantee::exact};
    bound.assumptions = {independent_rows, own_rows};
    if (form == RandomisedForm::tails) {
        bound.form = "tails";
        set_sides(
            bound, [&](Delta d) { return tails_upper(members, d); },
            [&](Delta d) { return tails_lower(members, d); });
        return bound;
    }
    // The number of rows of the smallest member is used for all, by the convexity of exp and kl (METHODS
    // C.5).
    const auto fewest = std::min_element(members.begin(), members.end(), [](ErrorCount a, ErrorCount b) {
                            return a.rows < b.rows;
                        })->rows;
    const bool is_kl = form == RandomisedForm::kl;
    const auto b = static_cast<double>(fewest);
    const double error = bound.value;
    bound.form = is_kl ? "kl" : "hoeffding";
    bound.assumptions.push_back(chosen_before);
    if (fewest == 0) {
        set_sides(
            bound, [](Delta) { return 1.0; }, [](Delta) { return 0.0; });
        return bound;
    }
    const auto half_width = [b](Delta d) { return std::sqrt(-d.log() / (2.0 * b)); };
    const double moment = fewest >= 8 ? 2.0 * std::sqrt(b) : b + 1.0;
    const auto epsilon = [b, moment](Delta d) { return (std::log(moment) - d.log()) / b; };
    set_sides(
        bound, [&](Delta d) { return is_kl ? kl_upper(error, epsilon(d)) : within(error + half_width(d)); },
        [&](Delta d) { return is_kl ? kl_lower(error, epsilon(d)) : within(error - half_width(d)); });
    return bound;
}

Bound randomised(std::span<const ErrorCount> members, std::span<const double> weights,
                 std::span<const Delta> budgets)
{
    check_members(members);
    require(weights.size() == members.size() && budgets.size() == members.size(),
            "there are " + std::to_string(members.size()) + " members, " + std::to_string(weights.size()) +
                " weights and " + std::to_string(budgets.size()) + " budgets; expected equal numbers");
    ExactSum weight;
    ExactSum budget;
    ExactSum error;
    for (std::size_t i = 0; i < members.size(); ++i) {
        require(weights[i] >= 0.0, "weight " + std::to_string(i + 1) + " must be >= 0");
        weight.add(weights[i]);
        budget.add(budgets[i].value());
        error.add_product(rate(members[i]), weights[i]);
    }
    require(std::abs(weight.value() - 1.0) <= 1e-9,
            "the weights' sum is " + shortest(weight.value()) + "; expected 1");
    Bound bound{.form = "tails",
                .value = error.value(),
                .delta = Delta(budget.value()),
                .estimand = Estimand::randomised,
                .guarantee = Guarantee::exact};
    bound.assumptions = {independent_rows, own_rows,
                         "Weights and budgets were fixed before looking at the counts."};
    // `share`: 1, or 2 if each side gets half of every budget.
    const auto mean = [&](auto tail, double of_empty, double share) {
        ExactSum sum;
        for (std::size_t i = 0; i < members.size(); ++i)
            sum.add_product(members[i].rows == 0
                                ? of_empty
                                : tail(members[i].errors, members[i].rows, budgets[i].share(share)),
                            weights[i]);
        return within(sum.value());
    };
    const auto upper = [](auto k, auto m, Delta d) { return binomial_upper(k, m, d).p; };
    const auto lower = [](auto k, auto m, Delta d) { return binomial_lower(k, m, d).p; };
    bound.upper = mean(upper, 1.0, 1.0);
    bound.lower = mean(lower, 0.0, 1.0);
    bound.complement = 1.0 - bound.upper.number();
    bound.two_sided = {mean(lower, 0.0, 2.0), mean(upper, 1.0, 2.0)};
    bound.two_sided_delta = bound.delta.value();
    return bound;
}

} // namespace unseen::bound
