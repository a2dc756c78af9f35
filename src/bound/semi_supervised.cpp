#include "unseen/bound/semi_supervised.hpp"

#include "bound/members.hpp"
#include "bound/sides.hpp"

#include <string>

namespace unseen::bound {

using namespace detail;

namespace {

std::string name_of(DisagreementForm form)
{
    switch (form) {
    case DisagreementForm::expected: return "expected";
    case DisagreementForm::sampled: return "sampled";
    case DisagreementForm::median: return "median";
    case DisagreementForm::per_member: return "per_member";
    case DisagreementForm::expected_kl: return "expected_kl";
    case DisagreementForm::expected_bentkus: return "expected_bentkus";
    case DisagreementForm::gaffke: return "gaffke";
    }
    return {};
}

/// The bound on a classifier from its disagreement with the members.
Bound through_disagreement(std::span<const ErrorCount> members, const Disagreement& disagreement, Delta delta)
{
    check_members(members);
    require(disagreement.form != DisagreementForm::per_member || disagreement.counts.size() == members.size(),
            "there are " + std::to_string(members.size()) + " members and disagreements of " +
                std::to_string(disagreement.counts.size()) + "; expected equal numbers");
    Bound bound{.form = name_of(disagreement.form),
                .value = mean_rate(members),
                .delta = delta,
                .estimand = Estimand::model,
                .value_estimand = Estimand::randomised,
                .guarantee = Guarantee::exact};
    bound.assumptions = {independent_rows, own_rows, fresh_unlabelled, chosen_before};
    if (disagreement.form == DisagreementForm::gaffke) {
        bound.guarantee = Guarantee::heuristic;
        bound.assumptions.push_back(
            "Gaffke's conjecture holds, which is proved for shares of two values only.");
    }
    bound.disagreement = DisagreementLimit{.upper = disagreement_upper(disagreement, delta.share(2)),
                                           .agreement = agreement_of_members(disagreement)};
    if (figure_of(disagreement.form) != DisagreementFigure::counts)
        bound.disagreement->mean = disagreement.mean;
    const auto upper = [&](Delta d) {
        return within(tails_upper(members, d.share(2)) + disagreement_upper(disagreement, d.share(2)));
    };
    const auto lower = [&](Delta d) {
        return within(tails_lower(members, d.share(2)) - disagreement_upper(disagreement, d.share(2)));
    };
    set_sides(bound, upper, lower);
    return bound;
}

} // namespace

Bound semi_supervised(std::span<const ErrorCount> members, const Disagreement& disagreement, Delta delta)
{
    return through_disagreement(members, disagreement, delta);
}

Bound voting(std::span<const ErrorCount> members, Delta delta)
{
    check_members(members);
    Bound bound{.form = "factor_two",
                .value = mean_rate(members),
                .delta = delta,
                .estimand = Estimand::model,
                .value_estimand = Estimand::randomised,
                .guarantee = Guarantee::exact};
    bound.assumptions = {independent_rows, own_rows, "A fixed rule breaks ties of the vote."};
    const double upper = within(2.0 * tails_upper(members, delta));
    bound.upper = upper;
    bound.complement = 1.0 - upper;
    bound.lower = Value::none(reasons::no_lower_bound);
    bound.two_sided = {Value::none(reasons::no_lower_bound),
                       within(2.0 * tails_upper(members, delta.share(2)))};
    bound.two_sided_delta = delta.value();
    return bound;
}

Bound voting(std::span<const ErrorCount> members, const Disagreement& disagreement, Delta delta)
{
    Bound bound = through_disagreement(members, disagreement, delta);
    bound.assumptions.push_back("A fixed rule breaks ties of the vote.");
    return bound;
}

} // namespace unseen::bound
