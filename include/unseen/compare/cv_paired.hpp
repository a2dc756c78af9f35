// The test of two learners by the rows of one cross-validation.
//
// Example:
//
//     // Two repeats of four folds of eight rows; the mean errors of each row over the repeats.
//     const std::vector<double> weights(8, 1.0);
//     const UnitFigures a{.folds = 4, .repeats = 2, .sums = {1, 0, 0, 0, 0, 0, 0, 0}, .weights = weights};
//     const UnitFigures b{.folds = 4, .repeats = 2, .sums = {1, 1, 1, 1, 1, 1, 1, 1}, .weights = weights};
//     const auto test = compare::cv_paired(a, b, Direction::lower_is_better, Level(0.95));
//     // The differences are -1 in seven rows and 0 in one: mean -7/8, variance 1/8.
//     assert(std::abs(test.statistic.number() + 0.875 / std::sqrt(2.6 / 8 / 8)) < 1e-12);
//     assert(test.p_value.number() == 2.0 / 128); // the signs of seven rows; the p-value of t is smaller
#pragma once

#include "unseen/base/direction.hpp"
#include "unseen/compare/comparison.hpp"
#include "unseen/predictions/unit_figures.hpp"

namespace unseen::compare {

/// Tests whether two learners, trained on samples like this one, have the same figure on average (estimand:
/// procedure). d is the difference A - B of a unit's figures, theta the weighted mean of all n, V = 2.6 sum
/// w^2 (d - theta)^2 / (sum w)^2 n / (n - 1); for one repeat 2.25 and no n / (n - 1). p is the larger one of
/// that of t = theta / sqrt(V) with n - 1 degrees of freedom and of the share of sign patterns of the w d
/// that make |sum w d| at least as large: exact for up to 20 units that differ, else from random patterns of
/// stream (`seed`, permutation), 10^5 of them for up to 1000 units, fewer for more. The interval is that of
/// t. The factors come from simulations.
///
/// Edges: without units (UnitFigures::missing) there is nothing, and if the learners were not tested on the
/// same ones (`no_row_ids`); folds of one unit each (`leave_one_out`), more than 10 folds (`too_many_folds`)
/// and figures with which its level is not known (`no_known_level`) have only the difference; one unit has no
/// p-value (`one_row`). If all d are equal, p = 1 if they are 0; else that of the signs, with the warning
/// `zero_variance`. Warnings: `few_rows`, `few_large_losses`. Not for heavy-tailed features, where it rejects
/// in 9 to 15 % at a nominal 5. METHODS I.29.
Comparison cv_paired(const UnitFigures& a, const UnitFigures& b, Direction direction, Level level,
                     std::uint64_t seed = 1);

} // namespace unseen::compare
