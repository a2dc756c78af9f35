// Bounds on the true error that need fits: the models to fit, the rows to predict, and the bound that follows
// from their errors.
//
// Example:
//
//     // R-CV: the folds' models are the members, and each is tested on its own fold.
//     const auto bound = make_data_bound(resolve_bound(Spec::parse("r-cv:folds=5"), ResponseType::classes));
//     assert(bound.requests.front().plan.print() == "cv:folds=5,stratify=no");
//     assert(!needs_unlabelled(bound));
#pragma once

#include "unseen/base/delta.hpp"
#include "unseen/base/spec.hpp"
#include "unseen/estimate/estimator.hpp"

#include <span>
#include <string>
#include <utility>

namespace unseen {

/// Makes an estimator of a bound from data: its plans, the rows that each fit must predict, and a reduction.
/// For each learner the reduction gives one estimate: the error rate that was counted, with `bound`.
/// `resolved` is the result of resolve_bound() (run/estimate.hpp).
///
/// The plans are never stratified, because the choice of test rows must not depend on their labels.
/// Estimators with equal plans share the fits. If the bound uses unlabelled rows, the reduction keeps their
/// labels: O(members x unlabelled rows).
///
/// Throws InputError, naming the nearest known name, if the name is unknown.
Estimator make_data_bound(const Spec& resolved);

/// What all bounds from data are about.
inline const std::string measure_of_bounds = "error_rate";

/// An input of a kind of bound by name.
using NamedNumber = std::pair<std::string, double>;

/// The bound of the table for these counts; `resolved` gives its form and the number of candidates.
EstimateBound bound_of_counts(const Spec& resolved, std::span<const NamedNumber> counts, Delta delta);

/// The plan whose fits are the bound's members, or of a PAC-Bayes bound the plan whose training rows give the
/// prior, and whose test rows the errors. Throws InputError for a bound without either.
Spec plan_of_bound(const Spec& resolved);

/// True if the bound counts disagreement and so needs unlabelled rows.
bool needs_unlabelled(const Estimator& estimator);

/// The bounds of the table in src/estimate/data_bounds.cpp, with their keys and the keys of their plans.
std::span<const SpecInfo> data_bound_infos();

} // namespace unseen
