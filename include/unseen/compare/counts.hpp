// Comparison of two models by counts: errors on independent test sets, or rows of one test set on which
// exactly one model is right.
//
// Example:
//
//     // Fisher's tea tasting: A errs on 1 of 4 cups, B on 3 of 4.
//     const auto test = compare::fisher_exact({.errors = 1, .rows = 4}, {.errors = 3, .rows = 4});
//     assert(std::abs(test.p_value.number() - 34.0 / 70) <
//            1e-12); // 2 (1 + 16) of the 70 ways to choose 4 of 8 cups
#pragma once

#include "unseen/base/error_count.hpp"
#include "unseen/compare/comparison.hpp"

#include <cstdint>
#include <optional>

namespace unseen::compare {

/// The numbers of rows on which exactly one of two models is right.
struct Discordant {
    std::uint64_t only_a = 0; ///< A right, B wrong
    std::uint64_t only_b = 0; ///< A wrong, B right
    std::optional<std::uint64_t>
        rows{}; ///< number of test rows, if known: the difference and its interval need it
};

/// Farrington and Manning's score test (1990, Stat. Med. 9:1447) of equal error probabilities of two models
/// on two test sets, of n1 and n2 rows: z = (e1 - e2) / sd, sd^2 = e (1-e) (1/n1 + 1/n2) N/(N-1), e the error
/// rate of all N = n1 + n2 rows. The interval inverts the test (Miettinen & Nurminen 1985, Stat. Med. 4:213):
/// its limits are the differences that the test just does not reject at the likelihood's maximum under them.
/// So p and interval agree. METHODS E.1.
///
/// Assumes that the test sets are independent, that their rows are independent, and that the models were
/// fixed beforehand. A statement about learners also needs independent training sets. Estimand: model. Any
/// number of rows, but the p-value can be too small where few errors (or few right rows) are expected.
/// Without any error, or any right row, p = 1. Throws InputError unless rows >= 1 and errors <= rows, as all
/// tests of counts do.
Comparison farrington_manning(ErrorCount a, ErrorCount b, Level level);

/// How the standard deviation of a difference of two proportions is estimated.
enum class Proportions {
    unpooled, ///< sqrt(e1(1-e1)/n1 + e2(1-e2)/n2)
    pooled,   ///< sqrt(e(1-e)(1/n1 + 1/n2)), e the error rate of both test sets together
};

/// The z test of equal error probabilities of two models on two test sets: z = |e1 - e2| / sd, p = 2(1 -
/// Phi(z)). The interval of the difference d is d +- z sd with the unpooled sd. Figures `confidence` = 1 - p,
/// `confidence_one_sided` = 1 - p/2, and `confidence_table`, `confidence_table_one_sided`: the largest of 50,
/// 68, 80, 90, 95, 98, 99 % whose rounded z (.67, 1.00, 1.28, 1.64, 1.96, 2.33, 2.58) does not exceed z. The
/// table is coarse: 1.64 is 1.6449 rounded down. METHODS E.1.
///
/// It rejects equal models far too often where the sizes differ and errors are few: 30 against 1000 rows with
/// error probability .01 in 73 % of draws at 5 %. Assumes what farrington_manning() does. Edges: with fewer
/// than 30 rows in a test set there is no statistic and no p (`too_few_rows`); for sd = 0, p = 1 if the rates
/// are equal, else the statistic is infinite and p = 0, with the warning `zero_variance`.
Comparison z_two_proportions(ErrorCount a, ErrorCount b, Level level,
                             Proportions form = Proportions::unpooled);

/// Fisher's exact test of the same hypothesis. Given the total number of errors, A's errors are
/// hypergeometric. The two-sided p is the sum over all tables that are at most as probable as the observed
/// one (to 1e-7, as in R). Exact given both margins, conservative otherwise. Same assumptions; any number of
/// rows.
Comparison fisher_exact(ErrorCount a, ErrorCount b);

/// Boschloo's exact unconditional test (1970, Stat. Neerl. 24:1) of the same hypothesis. One-sided: the
/// probability of a p-value of Fisher's one-sided test as small as the observed one, maximised over the error
/// rate that both models have under the null. Two-sided: twice the smaller one-sided p. It holds its level
/// for any sizes, with more power than Fisher's test. Takes one second for the largest number of rows, 10^5
/// in total; throws InputError for more. METHODS E.1.
Comparison boschloo(ErrorCount a, ErrorCount b);

/// How McNemar's test is computed from b = only_a and c = only_b.
enum class McNemar {
    exact, ///< min(1, 2 P(Bin(b+c, 1/2) <= min(b, c)))
    mid_p, ///< as exact, with half the probability of the observed count subtracted from each tail; 1 for b =
           ///< c
    chi2,  ///< (b-c)^2 / (b+c)
    chi2_continuity, ///< max(0, |b-c|-1)^2 / (b+c)
};

/// McNemar's test of equal error probabilities of two models on the same n rows. If n is known, the
/// difference of the error rates is (c-b)/n, with Tango's score interval (1998, Stat. Med. 17:891); the
/// chi-square forms have the Wald interval +- z sqrt(b+c-(b-c)^2/n)/n. p = 1 for b + c = 0. METHODS E.6
/// (McNemar 1947; Fagerland, Lydersen & Laake 2013 for mid-p).
///
/// Assumes independent rows, and models fixed before the rows were seen. Estimand: model. Throws InputError
/// if b + c > n.
Comparison mcnemar(const Discordant& counts, Level level, McNemar form = McNemar::exact);

/// All tests of two independent test sets. Boschloo's test is primary for up to 10^5 rows in total. Beyond
/// that, the score test is primary, or Fisher's if n e (1-e) < 150 in a test set, where e is the error rate
/// of all rows. All three are reported with Miettinen and Nurminen's interval. If an exact test disagrees
/// with it at this level, the test has the warning `interval_disagrees`, and the answer claims no difference.
Answer compare_counts(ErrorCount a, ErrorCount b, Level level);

/// All forms of McNemar's test. The exact form is primary, with the same warning.
Answer compare_discordant(const Discordant& counts, Level level);

} // namespace unseen::compare
