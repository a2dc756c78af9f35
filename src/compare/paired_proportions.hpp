// Private: two proportions of the same rows: score test and interval of their difference, and the power of McNemar's test.
#pragma once

#include "unseen/compare/counts.hpp"

#include "unseen/base/interval.hpp"

namespace unseen::compare::detail {

/// Tango's (1998, Stat. Med. 17:891) score statistic of H0: P(only A right) - P(only B right) = `difference`, -1 < difference < 1: large where the data lie
/// above it. Rows are known. METHODS I.6.
double score_statistic(const Discordant& counts, double difference);

/// The differences whose score statistic lies within the normal quantiles, by bisection: limits that exist without discordant rows too.
Limits score_limits(const Discordant& counts, double outside);

/// The difference of accuracies that McNemar's test shows with probability `power` if the share of discordant rows is the one observed:
/// sqrt(n) d = z_a sqrt(psi) + z_b sqrt(psi - d^2) (Connor 1987, Biometrics 43:207), by bisection. METHODS I.7. None (`no_discordant_rows`); none (`too_few_rows`) where even the
/// largest possible difference, psi, would not be shown.
Value mcnemar_detectable(const Discordant& counts, double outside, double power);

} // namespace unseen::compare::detail
