// Two models compared by counts: errors on independent test sets, or rows on which exactly one of two models is right.
#pragma once

#include "unseen/base/error_count.hpp"
#include "unseen/compare/comparison.hpp"

#include <cstdint>
#include <optional>

namespace unseen::compare {

/// Rows on which exactly one of two models is right.
struct Discordant {
    std::uint64_t only_a = 0;            ///< A right, B wrong
    std::uint64_t only_b = 0;            ///< A wrong, B right
    std::optional<std::uint64_t> rows{}; ///< all test rows, where known
};

/// How the standard deviation of a difference of two proportions is estimated.
enum class Proportions {
    unpooled, ///< sqrt(e1(1-e1)/n1 + e2(1-e2)/n2)
    pooled,   ///< sqrt(e(1-e)(1/n1 + 1/n2)) with e of all rows together
};

/// Test of equal error probabilities of two models, z = |e1 - e2| / sd, p = 2(1 - Phi(z)); interval d +- z sd, unpooled. Figures
/// `confidence` = 1 - p, `confidence_one_sided` = 1 - p/2, and `confidence_table`, `confidence_table_one_sided`: the largest of 50, 68, 80, 90,
/// 95, 98, 99 % whose rounded z (.67, 1.00, 1.28, 1.64, 1.96, 2.33, 2.58) does not exceed z. METHODS E.1; the table is coarse: 1.64 is
/// 1.6449 rounded down.
///
/// Assumes: test sets independent of each other, rows independent, models fixed before (for statements about learners also independent
/// training sets). Target model. Edges: fewer than 30 rows on either side: no statistic and no p (`too_few_rows`); sd = 0: p = 1 without a
/// difference, else the statistic is infinite and p = 0, warned of as `zero_variance`. Throws InputError unless 1 <= rows, errors <= rows.
Comparison z_two_proportions(ErrorCount a, ErrorCount b, Level level, Proportions form = Proportions::unpooled);

/// Fisher's exact test of the same: errors of A given all errors are hypergeometric; two-sided p adds up the tables that are at most as
/// probable as the one observed (up to 1e-7, as R). Exact given both margins, conservative otherwise. Same assumptions, any number of rows.
Comparison fisher_exact(ErrorCount a, ErrorCount b);

/// How McNemar's test is computed from b = only_a and c = only_b.
enum class McNemar {
    exact,           ///< min(1, 2 P(Bin(b+c, 1/2) <= min(b, c)))
    mid_p,           ///< half the probability of what was observed taken off each tail; 1 for b = c
    chi2,            ///< (b-c)^2 / (b+c)
    chi2_continuity, ///< max(0, |b-c|-1)^2 / (b+c)
};

/// Test of equal error probabilities of two models on the same rows. Difference of error rates (c-b)/n where the rows are known, with
/// interval +- z sqrt(b+c-(b-c)^2/n)/n (Wald). p = 1 for b + c = 0. METHODS E.6 (McNemar 1947; Fagerland, Lydersen & Laake 2013 for mid-p).
///
/// Assumes independent rows and models fixed before. Target model. Throws InputError if b + c > n.
Comparison mcnemar(const Discordant& counts, Level level, McNemar form = McNemar::exact);

/// All tests of two independent test sets; z is primary from 30 rows on each side, Fisher's test below.
Answer compare_counts(ErrorCount a, ErrorCount b, Level level);

/// All forms of McNemar's test; the exact one is primary.
Answer compare_discordant(const Discordant& counts, Level level);

} // namespace unseen::compare
