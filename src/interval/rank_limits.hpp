// Private: limits of the AUC from the placements of DeLong, DeLong & Clarke-Pearson (1988) (METHODS E.13,
// I.1), and of the average precision (METHODS I.2).
#pragma once

#include "interval/limits.hpp"
#include "rank/rank_figure.hpp"

#include "unseen/base/warning.hpp"
#include "unseen/measure/measure.hpp"

namespace unseen {

/// A (1 - A) / min(P + N, 4 min(P, N)), the least variance of an AUC (METHODS I.1), because few rows of one
/// class show too little of it.
double auc_variance_floor(double auc, double positives, double negatives);

/// The warning that fewer than 5 rows of the smaller class are out of order.
Warning auc_few_errors(const Measure& measure, double errors);

/// A -+ z sqrt(v), clipped: equals pROC.
Limits auc_delong(const AucVariance& a, double outside);
/// expit(logit A -+ z sqrt(v) / (A (1 - A))); `kl` where v = 0.
Limits auc_logit_z(const AucVariance& a, double outside);
/// The same with v at least auc_variance_floor() and Student's t with the degrees of freedom of Welch and
/// Satterthwaite, cut to `kl`; `kl` where v = 0.
Limits auc_logit(const AucVariance& a, double outside);
/// Distribution-free: A averages means of k = min(P, N) independent terms in [0, 1] (Hoeffding 1963), so kl(A
/// || theta) <= ln(2 / outside) / k.
Limits auc_kl(const AucVariance& a, double outside);

/// expit(logit AP -+ z sqrt(variance) / (AP (1 - AP))), 0 < AP < 1.
Limits precision_influence(double value, double variance, double outside);
/// expit(logit AP -+ z / sqrt(P AP (1 - AP))) (Boyd, Eng & Page 2013); [(outside/2)^(1/P), 1] for AP = 1.
Limits precision_boyd(double value, double positives, double outside);

} // namespace unseen
