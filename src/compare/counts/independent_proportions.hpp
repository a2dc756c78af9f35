// Private: two proportions of independent rows: score test and interval of their difference, and when exact
// tests take their place.
#pragma once

#include "unseen/base/error_count.hpp"
#include "unseen/base/interval.hpp"

namespace unseen::compare::detail {

/// Throws InputError unless both counts have 1 to 2^52 rows and errors <= rows.
void require_counts(ErrorCount a, ErrorCount b);

/// Errors / rows.
double rate(ErrorCount count);

/// Farrington and Manning's (1990, Stat. Med. 9:1447) score statistic of H0: P(error of A) - P(error of B) =
/// `difference`, -1 < difference < 1: the observed difference minus the supposed one, over its standard
/// deviation at the likelihood's maximum under the null, with Miettinen and Nurminen's factor N/(N-1) on the
/// variance, N all rows. It is positive if the observed difference is larger. METHODS E.1.
double score_statistic(ErrorCount a, ErrorCount b, double difference);

/// The limits of the differences whose score statistic lies between the normal quantiles, by bisection
/// (Miettinen & Nurminen 1985, Stat. Med. 4:213).
Limits score_limits(ErrorCount a, ErrorCount b, double outside);

/// True if all rows together are few enough for boschloo() to take less than a second.
bool few_enough_for_boschloo(ErrorCount a, ErrorCount b);

/// True if the number of errors of a test set has a variance n e (1-e) below 150 at the error rate e of both
/// together: the score test at 5 % then rejects equal models in more than 5.5 % of draws in the worst case.
bool too_sparse_for_score(ErrorCount a, ErrorCount b);

} // namespace unseen::compare::detail
