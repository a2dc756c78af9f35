// Private: the reduction that turns the predictions of a plan's fits into a bound on the true error.
#pragma once

#include "unseen/bound/disagreement.hpp"
#include "unseen/estimate/estimator.hpp"

#include <optional>
#include <string>

namespace unseen {

/// The classifier whose disagreement with the members is counted on the unlabelled rows.
enum class Reference {
    none,     ///< no classifier: the bound is on the members themselves
    deployed, ///< the classifier trained on all labelled rows
    vote,     ///< the members' plurality vote
};

/// How a data bound follows from the members' predictions.
struct BoundRule {
    std::string name; ///< name of the data bound
    std::string kind; ///< kind of the bound from counts
    std::string form; ///< the inequality of that kind
    Reference reference = Reference::none;
    bound::DisagreementForm disagreement =
        bound::DisagreementForm::expected; ///< used if there is a reference
    std::uint64_t candidates = 1;          ///< learners among which one will be chosen
    std::optional<double> lambda{};        ///< a parameter of the inequality
    std::string deploy{};                  ///< EstimateBound::deploy
    std::string members{};                 ///< EstimateBound::members
};

/// Request 0: the members predict their test rows. Request 1, with a reference: the members predict the
/// unlabelled rows. Request 2, for the deployed classifier: a model of all labelled rows predicts the
/// unlabelled rows. The result is one estimate with its bound: the mean of the members' error rates, or the
/// pooled rate if the kind takes one count.
std::unique_ptr<Reduction> bound_reduction(const ReductionOptions& options, const BoundRule& rule,
                                           const Design& members);

} // namespace unseen
