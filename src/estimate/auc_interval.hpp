// Private: intervals of the AUC from the placements of DeLong, DeLong & Clarke-Pearson (1988) (METHODS E.13, I.1).
#pragma once

#include "estimate/limits.hpp"
#include "measure/roc.hpp"

namespace unseen {

/// What the intervals need: A, its variance as the sum of the parts of both classes, and the class sizes.
struct AucVariance {
    double auc = 0.0;
    double of_positives = 0.0; ///< var(V10) / P
    double of_negatives = 0.0; ///< var(V01) / N
    double positives = 0.0;
    double negatives = 0.0;

    double variance() const { return of_positives + of_negatives; }
    double smaller_class() const { return positives < negatives ? positives : negatives; }
};

/// V10 of a positive row is the share of negatives below it, ties half; V01 of a negative one the share of positives above it. All rows of a
/// block have the same, so one pass over the sorted blocks gives both variances (Sun & Xu 2014 by midranks). At least two rows of each class.
AucVariance auc_variance(const Ranking& ranking);

/// A -+ z sqrt(v), clipped: equals pROC.
Limits auc_delong(const AucVariance& a, double outside);
/// expit(logit A -+ z sqrt(v) / (A (1 - A))); `kl` where v = 0.
Limits auc_logit_z(const AucVariance& a, double outside);
/// The same with v at least A (1 - A) / (P + N) and Student's t with the degrees of freedom of Welch and Satterthwaite, cut to `kl`; `kl` where v = 0.
Limits auc_logit(const AucVariance& a, double outside);
/// Distribution-free: A averages means of k = min(P, N) independent terms in [0, 1] (Hoeffding 1963), so kl(A || theta) <= ln(2 / outside) / k.
Limits auc_kl(const AucVariance& a, double outside);

} // namespace unseen
