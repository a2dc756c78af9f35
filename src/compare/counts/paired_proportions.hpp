// Private: two proportions of the same rows: score test and interval of their difference, and the power of
// McNemar's test.
#pragma once

#include "unseen/compare/counts.hpp"

#include "unseen/base/interval.hpp"

namespace unseen::compare::detail {

/// Tango's (1998, Stat. Med. 17:891) score statistic of H0: P(only A right) - P(only B right) = `difference`,
/// -1 < difference < 1. It is positive if the observed difference is larger. The number of rows must be
/// known. METHODS I.6.
double score_statistic(const Discordant& counts, double difference);

/// The limits of the differences whose score statistic lies between the normal quantiles, by bisection. They
/// exist even without discordant rows.
Limits score_limits(const Discordant& counts, double outside);

/// The difference of accuracies that McNemar's test shows with probability `power` if the share of discordant
/// rows is the one observed: sqrt(n) d = z_a sqrt(psi) + z_b sqrt(psi - d^2) (Connor 1987, Biometrics
/// 43:207), by bisection. METHODS I.7. Reasons: `no_discordant_rows`; `too_few_rows` if even the largest
/// possible difference, psi, would not be detected.
Value mcnemar_detectable(const Discordant& counts, double outside, double power);

} // namespace unseen::compare::detail
