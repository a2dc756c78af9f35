// Estimators: a plan, the rows to predict, and the reduction that turns predictions into an estimate of error.
#pragma once

#include "unseen/base/delta.hpp"
#include "unseen/base/spec.hpp"
#include "unseen/estimate/estimate.hpp"
#include "unseen/measure/measure.hpp"
#include "unseen/predictions/design.hpp"
#include "unseen/predictions/predictions.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace unseen {

/// A plan that an estimator needs, by its spec, and which rows each fit must predict.
struct PlanRequest {
    Spec plan;
    PredictedRows rows = PredictedRows::test;
};

/// What a reduction needs to know when it begins and ends.
struct ReductionOptions {
    std::vector<Measure> measures;
    Level level{0.95};
    std::string interval = "auto";
    std::uint64_t seed = 1; ///< of what an interval or a bound draws
    Delta delta{0.05};      ///< the probability with which a side of a bound may fail
    bool per_split = true;  ///< whether estimates list the splits' figures
    /// The number of each row's group, by the row's number: groups are the independent draws then. Empty: rows are. Whoever gives it keeps it.
    std::span<const std::uint32_t> group{};
    bool weighted = false; ///< the predictions have weights
};

/// Takes the predictions of one learner under one estimator, and makes its estimates. Memory: O(rows), and O(splits) where their figures are listed
/// or an interval needs each of them.
class Reduction {
public:
    virtual ~Reduction() = default;
    /// Where the predictions of request `i` go.
    virtual Sink& sink(std::size_t i) = 0;
    /// One estimate a measure, in the order of the options; learner and estimator are left for the caller to fill in.
    virtual std::vector<Estimate> finish() const = 0;
};

/// An estimator by its resolved spec: the table's row with its parameters settled.
struct Estimator {
    Spec spec;
    std::vector<PlanRequest> requests;
    /// `designs`: of the requests' plans, in their order. Throws InputError if the interval that the options name is not valid.
    std::function<std::unique_ptr<Reduction>(const ReductionOptions&, std::span<const Design> designs)> reduction;
};

/// The estimator that a resolved spec names, from the table in src/estimate/estimators.cpp: keys of its own go to its reduction, the
/// others to the plan of the same name. Throws InputError for an unknown name (naming the nearest).
Estimator make_estimator(const Spec& resolved);

/// The estimators in the table, in its order, with the keys that are their own and not their plan's.
std::span<const SpecInfo> estimator_infos();

} // namespace unseen
