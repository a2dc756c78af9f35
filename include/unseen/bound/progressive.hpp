// Bounds from progressive validation: each row is predicted before it is learned from.
#pragma once

#include "unseen/base/error_count.hpp"
#include "unseen/bound/bound.hpp"

namespace unseen::bound {

/// The inequality. The binomial tail is none of them: it does not hold for models that adapt to their errors (METHODS C.9).
enum class ProgressiveForm {
    azuma,           ///< k/m + sqrt(ln(1/delta) / (2m)) (Blum, Kalai & Langford 1999)
    fixed_lambda,    ///< (1 - exp(-(lambda k + ln(1/delta)) / m)) / (1 - exp(-lambda)), lambda fixed before looking (METHODS C.9)
    kl_union,        ///< kl(k/m || q) <= ln((m+1)/delta) / m
    online_to_batch, ///< k/m + sqrt(2 ln(1/delta) / m) (Cesa-Bianchi, Conconi & Gentile 2004)
    penalised,       ///< k/m + 6 sqrt(ln(2 (m+1) / delta) / m) (the same authors), on one of the models
};

/// The classifier that draws one of the m models afresh, each trained on the rows before its own test row. Target randomised. The lower
/// side is the same inequality on the rows that were right.
///
/// `penalised` is about the one model with the least error on the rows after it plus sqrt(ln(m (m+1) / delta) / (2 (m - t))), t the rows
/// before it: target model, no lower side.
///
/// Throws InputError unless errors <= rows, rows >= 1 and lambda > 0.
Bound progressive(ErrorCount count, Delta delta, ProgressiveForm form = ProgressiveForm::azuma, double lambda = 1.0);

} // namespace unseen::bound
