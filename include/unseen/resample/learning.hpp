// The estimators of a learning curve: cross-validations whose models are trained on only some rows of their
// training folds.
//
// Example:
//
//     const Dataset iris = Dataset::make(read_table("data/iris.csv"));
//     const Spec cv = Spec::parse("cv:folds=10");
//     assert(largest_learning_size(cv, iris, 1) == 135);
//     const auto sizes = learning_sizes(135); // 10, 15, 21 ... 135
//     assert(learning_estimators(cv, sizes)[0].print() == "learning:train=10,folds=10");
#pragma once

#include "unseen/resample/plan.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// Training sizes for a curve: up to eight, evenly on a logarithmic scale, starting at the larger of 10 and
/// 1/64 of the largest set.
std::vector<std::uint64_t> learning_sizes(std::uint64_t largest);

/// The number of rows that every training set of a cross-validation has, which is the largest size of a
/// curve. Throws InputError as make_plan() does. O(splits + rows x repeats).
std::uint64_t largest_learning_size(const Spec& cv, const Dataset& data, std::uint64_t seed);

/// The estimators `learning:train=SIZE` with the keys of a cross-validation. Throws InputError if `cv` is
/// another estimator, or for no size, or one that is 0 or listed twice.
std::vector<Spec> learning_estimators(const Spec& cv, std::span<const std::uint64_t> sizes);

} // namespace unseen
