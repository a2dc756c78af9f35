// Bounds on the error of a model from its errors on test rows that it has never seen.
#pragma once

#include "unseen/base/error_count.hpp"
#include "unseen/bound/bound.hpp"

namespace unseen::bound {

/// The inequality that turns k errors of m test rows into limits.
enum class TestSetForm {
    exact,     ///< inverse binomial tail (Clopper & Pearson 1934; Langford 2005, JMLR 6:273): the tightest that always holds
    wilson,    ///< score interval (Wilson 1927): asymptotic, its coverage is near the nominal one on average over the true error
    normal,    ///< k/m +- z sqrt(k/m (1 - k/m) / m): asymptotic; of no width and wrong for k = 0 and k = m
    hoeffding, ///< k/m +- sqrt(ln(1/delta) / (2m)) (Hoeffding 1963): holds always, and wide where errors are few
    chernoff_kl, ///< kl(k/m || q) <= ln(1/delta) / m (Chernoff 1952): holds always, wider than exact
};

/// The error of one model, fixed before the rows were seen. Target model. Assumes independent rows, drawn as those to come.
///
/// Edges: the upper limit is 1 if all rows are errors and 1 - delta^(1/m) if none are (exact); the lower limit mirrors it. The exact form's
/// limits are rounded outward, so that they hold to the last bit. Throws InputError unless errors <= rows and rows >= 1.
Bound test_set(ErrorCount count, Delta delta, TestSetForm form = TestSetForm::exact);

} // namespace unseen::bound
