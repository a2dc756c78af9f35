// Bounds from progressive validation: the learner predicts each row before it trains on it.
//
// Example:
//
//     const auto bound = bound::progressive({.errors = 12, .rows = 100}, Delta(0.05)); // form azuma
//     assert(std::abs(bound.upper.number() - (0.12 + std::sqrt(std::log(20.0) / 200))) < 1e-15);
//     assert(bound.estimand == Estimand::randomised);
#pragma once

#include "unseen/base/error_count.hpp"
#include "unseen/bound/bound.hpp"

namespace unseen::bound {

/// The inequality for k errors of m rows. The binomial tail is missing because it does not hold for models
/// that adapt to their errors (METHODS C.9). Choose before you look at the errors.
enum class ProgressiveForm {
    azuma,           ///< k/m + sqrt(ln(1/delta) / (2m)) (Blum, Kalai & Langford 1999)
    fixed_lambda,    ///< (1 - exp(-(lambda k + ln(1/delta)) / m)) / (1 - exp(-lambda)), lambda fixed before
                     ///< looking (METHODS C.9)
    kl_union,        ///< kl(k/m || q) <= ln((m+1)/delta) / m
    online_to_batch, ///< k/m + sqrt(2 ln(1/delta) / m) (Cesa-Bianchi, Conconi & Gentile 2004)
    penalised,       ///< k/m + 6 sqrt(ln(2 (m+1) / delta) / m) (the same authors), for one of the models
};

/// Bounds the error of the classifier that draws one of the m models for each query, where each model was
/// trained on the rows before its test row. Estimand: randomised. The lower limit applies the same inequality
/// to the correctly predicted rows.
///
/// `penalised` bounds the error of one model instead, and has no lower limit. That model minimises the error
/// on the rows after it plus sqrt(ln(m (m+1) / delta) / (2 (m - t))), where t is the number of rows before
/// it. Estimand: model.
///
/// Throws InputError unless errors <= rows, rows >= 1 and lambda > 0.
Bound progressive(ErrorCount count, Delta delta, ProgressiveForm form = ProgressiveForm::azuma,
                  double lambda = 1.0);

} // namespace unseen::bound
