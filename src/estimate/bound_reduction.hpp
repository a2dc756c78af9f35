// Private: from the predictions of a plan's fits to a bound on the true error.
#pragma once

#include "unseen/bound/disagreement.hpp"
#include "unseen/estimate/estimator.hpp"

#include <optional>
#include <string>

namespace unseen {

/// Whose disagreement with the members is counted on the unlabelled rows.
enum class Reference {
    none,     ///< nobody's; the bound is on the members themselves
    deployed, ///< the classifier trained on all labelled rows
    vote,     ///< the members' plurality vote
};

/// How a data bound follows from the members' predictions.
struct BoundRule {
    std::string name; ///< of the data bound
    std::string kind; ///< of the bound from counts that it ends in
    std::string form; ///< which of that kind's inequalities
    Reference reference = Reference::none;
    bound::DisagreementForm disagreement = bound::DisagreementForm::expected_kl; ///< where there is a reference
    std::uint64_t candidates = 1;                                                ///< learners among which one will be chosen
    std::optional<double> lambda{};                                              ///< a parameter of the inequality
};

/// Request 0: the members, test rows predicted. With a reference, request 1: the same, unlabelled rows predicted; request 2, for the
/// deployed classifier: trained on all labelled rows, unlabelled rows predicted. One estimate: the mean of the members' error rates (or
/// the pooled one, where the kind takes one count), and its bound.
std::unique_ptr<Reduction> bound_reduction(const ReductionOptions& options, const BoundRule& rule, const Design& members);

} // namespace unseen
