// Bounds on the error of a model from its errors on test rows that were not used to train or choose it.
//
// Example:
//
//     const auto bound = bound::test_set({.errors = 0, .rows = 300}, Delta(0.05));
//     assert(bound.upper.number() < 3.0 / 300); // the rule of three
//     const auto wide =
//         bound::test_set({.errors = 0, .rows = 300}, Delta(0.05), bound::TestSetForm::hoeffding);
//     assert(std::abs(wide.upper.number() - std::sqrt(std::log(20.0) / 600)) < 1e-15);
#pragma once

#include "unseen/base/error_count.hpp"
#include "unseen/bound/bound.hpp"

namespace unseen::bound {

/// The inequality that turns k errors of m test rows into limits. Keep `exact` unless you compare with a
/// published figure.
enum class TestSetForm {
    exact,  ///< inverse binomial tail (Clopper & Pearson 1934; Langford 2005, JMLR 6:273): the tightest that
            ///< always holds
    wilson, ///< score interval (Wilson 1927): asymptotic; coverage averaged over the true error is near
            ///< nominal
    normal, ///< k/m +- z sqrt(k/m (1 - k/m) / m): asymptotic; width 0, and wrong, for k = 0 and k = m
    hoeffding,   ///< k/m +- sqrt(ln(1/delta) / (2m)) (Hoeffding 1963): always holds; wide if errors are few
    chernoff_kl, ///< kl(k/m || q) <= ln(1/delta) / m (Chernoff 1952): always holds; wider than exact
};

/// Bounds the error of one model that was fixed before the test rows were seen. Estimand: model. Assumes that
/// the test rows are independent draws from the distribution of future rows.
///
/// Edges (exact): the upper limit is 1 if all rows are errors and 1 - delta^(1/m) without errors; the lower
/// limit mirrors it. Exact limits are rounded outward, so that they hold to the last bit. Throws InputError
/// unless errors <= rows and rows >= 1.
Bound test_set(ErrorCount count, Delta delta, TestSetForm form = TestSetForm::exact);

} // namespace unseen::bound
