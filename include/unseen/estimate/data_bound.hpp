// Bounds on the true error from data: fits, their errors, and what the counts prove.
#pragma once

#include "unseen/base/spec.hpp"
#include "unseen/estimate/estimator.hpp"

#include <span>

namespace unseen {

/// The bound that a spec resolved by the table in src/estimate/data_bounds.cpp names, as an estimator: its plans, the rows that their fits
/// must predict, and a reduction that makes one estimate a learner: the error rate that was counted, and `bound`.
///
/// No plan of a bound is stratified: which rows are tested must not depend on what is in them. The fits of equal plans are shared with
/// those of estimators. The reduction keeps the members' labels of the unlabelled rows: O(members x unlabelled rows).
///
/// Throws InputError for an unknown name (naming the nearest).
Estimator make_data_bound(const Spec& resolved);

/// Whether it counts disagreement, and so needs unlabelled rows.
bool needs_unlabelled(const Estimator& estimator);

/// The bounds in the table, in its order, with their keys and the keys of their plans.
std::span<const SpecInfo> data_bound_infos();

} // namespace unseen
