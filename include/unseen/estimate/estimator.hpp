// Estimators: each has plans, says which rows the fits must predict, and reduces the predictions to an
// estimate of the error.
//
// Example:
//
//     const auto estimator = make_estimator(
//         resolve_estimator(Spec::parse("bootstrap:samples=50,rule=632"), ResponseType::classes));
//     assert(estimator.requests.size() == 2); // the bootstrap samples, and one model of all rows
//     assert(estimator.requests[1].plan.name() == "resubstitution");
#pragma once

#include "unseen/base/delta.hpp"
#include "unseen/base/interval_choice.hpp"
#include "unseen/base/spec.hpp"
#include "unseen/estimate/estimate.hpp"
#include "unseen/measure/measure.hpp"
#include "unseen/predictions/design.hpp"
#include "unseen/predictions/predictions.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// The spec of a plan that an estimator needs, and the rows that each of its fits must predict.
struct PlanRequest {
    Spec plan;
    PredictedRows rows = PredictedRows::test;
};

/// The options of a reduction.
struct ReductionOptions {
    std::vector<Measure> measures;
    Level level{0.95};
    IntervalChoice interval{}; ///< by default the best that is valid
    std::uint64_t seed = 1;    ///< for intervals and bounds that draw random numbers
    Delta delta{0.05};         ///< the probability with which each side of a bound may fail
    bool intervals = true;     ///< false: only values are needed
    bool per_split = true;     ///< list the splits' figures; turn it off for millions of splits
    bool paired = false;       ///< keep the figures of the rows of a cross-validation (Pairing::units)
    /// The group of each row, by row number; groups are then the independent draws. If empty, rows are. The
    /// caller keeps the storage.
    std::span<const std::uint32_t> group{};
    std::size_t candidates = 1; ///< models that are judged on the same rows; with more, estimates of one test
                                ///< set have a simultaneous interval
    bool weighted = false;      ///< the predictions have weights
    bool rows_joined = true;    ///< a row has the same number in each repeat
};

/// Takes the predictions of one learner under one estimator, and makes its estimates. Memory: O(rows), plus
/// O(splits) if the splits' figures are listed or an interval needs them.
class Reduction {
public:
    virtual ~Reduction() = default;
    /// The sink that takes the predictions of request `i`.
    virtual Sink& sink(std::size_t i) = 0;
    /// One estimate per measure, in the order of the options. The caller fills in learner and estimator.
    virtual std::vector<Estimate> finish() const = 0;
};

/// What an estimator takes from the learner instead of predictions.
enum class ClosedForm {
    none,
    complete_means,  ///< the mean losses of complete cross-validation (Prepared::complete())
    left_out_losses, ///< bounds on the losses of rows left out (Prepared::left_out_losses())
    compression_set, ///< a bound by sample compression (Prepared::compression_set())
    posterior,       ///< a PAC-Bayes bound on a linear classifier (Prepared::linear_classifier())
};

/// An estimator: a row of the table in src/estimate/estimators.cpp with its parameters filled in.
struct Estimator {
    Spec spec;
    std::vector<PlanRequest> requests;
    /// Figures that the learner itself gives, without plans and reductions (run/closed_forms.hpp).
    ClosedForm closed_form = ClosedForm::none;
    /// Makes a reduction. `designs` are the designs of the requests' plans, in their order. Throws InputError
    /// if the options name an interval that is not valid for them.
    std::function<std::unique_ptr<Reduction>(const ReductionOptions&, std::span<const Design> designs)>
        reduction;
    /// Why it has no figure by a measure, or for rows with weights. `reduction` throws InputError with it.
    std::optional<Refusal> (*refusal)(const Measure&, bool weighted) =
        [](const Measure&, bool) -> std::optional<Refusal> { return std::nullopt; };
};

/// Makes the estimator that `resolved` names, the result of resolve_estimator() (run/estimate.hpp). Its own
/// keys go to the reduction, all others to the plan of the same name. Throws InputError, naming the nearest
/// known name, if the name is unknown.
Estimator make_estimator(const Spec& resolved);

/// The estimators of the table, with their own keys and without the keys of their plans.
std::span<const SpecInfo> estimator_infos();

} // namespace unseen
