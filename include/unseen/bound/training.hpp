// Bounds from the rows on which a classifier was trained or chosen: Occam's razor, sample compression,
// PAC-Bayes (Langford 2005).
//
// Example:
//
//     // The best of 40 candidates makes no error on 200 rows: each candidate gets delta / 40.
//     const auto bound = bound::occam({.errors = 0, .rows = 200}, -std::log(40.0), Delta(0.05));
//     assert(std::abs(bound.upper.number() - (1 - std::pow(0.05 / 40, 1.0 / 200))) < 1e-14);
#pragma once

#include "unseen/base/error_count.hpp"
#include "unseen/bound/bound.hpp"

namespace unseen::bound {

/// The inequality of Occam's razor.
enum class OccamForm {
    exact,     ///< inverse binomial tail at delta P(c)
    hoeffding, ///< k/m +- sqrt((ln(1/P(c)) + ln(1/delta)) / (2m))
};

/// Bounds the error of a classifier c that was picked from a set by looking at these rows. The bound holds
/// for all classifiers of the set at once. Their prior probabilities P were fixed before the rows were seen;
/// for the best of N take P = 1/N. `log_prior` = ln P(c) <= 0. Estimand: model. (Langford 2005, JMLR 6:273,
/// Theorem 4.6.) Throws InputError unless errors <= rows, rows >= 1 and log_prior <= 0.
Bound occam(ErrorCount count, double log_prior, Delta delta, OccamForm form = OccamForm::exact);

/// The inequality of a sample compression bound.
enum class CompressionForm {
    exact,     ///< inverse binomial tail at delta / (m C(m, d)), for any way of choosing the kept rows
    preferent, ///< about half as wide, for kept rows that other rows do not change (below)
};

/// Bounds the error of a classifier that can be rebuilt from d = `kept` of m = `rows` training rows and makes
/// `errors` errors on the other rows. Estimand: model. (Littlestone & Warmuth 1986; Floyd & Warmuth 1995;
/// Langford 2005, Theorem 6.1.) The form preferent needs that dropping a row that is not kept never changes
/// which rows are kept, and that a further row on which the classifier errs would be kept; so there are no
/// errors on the others, and there is no lower limit: the root e of (delta/m) sum_{j=d}^{m-1} C(j,d)/C(m,d)
/// (1-e)^-(m-j) = 1 (Campi & Garatti 2023, JMLR 24:339). O(m) for each of about 60 steps. Throws InputError
/// unless kept <= rows and errors <= rows - kept, and for errors with the form preferent.
Bound compression(std::uint64_t errors, std::uint64_t rows, std::uint64_t kept, Delta delta,
                  CompressionForm form = CompressionForm::exact);

/// The constant c in the PAC-Bayes inequality kl(error || e) <= (KL(Q||P) + c) / m.
enum class PacBayesForm {
    maurer,          ///< c = ln(2 sqrt(m) / delta) (Maurer 2004), m >= 8
    langford_seeger, ///< c = ln((m+1) / delta) (Langford & Seeger 2001)
};

/// Maurer's form for 8 rows or more, where it is proved and tighter; else Langford and Seeger's. The choice
/// depends on `rows` alone.
PacBayesForm pac_bayes_form(std::uint64_t rows);

/// Bounds the error of the classifier that draws from a posterior Q over classifiers for each query. `error`
/// is its mean error on the m training rows; `kl` = KL(Q||P), where the prior P was fixed before the rows
/// were seen. The bound holds for all posteriors at once. Estimand: randomised. Throws InputError unless 0 <=
/// error <= 1, rows >= 1 (8 for maurer) and kl >= 0 is finite.
Bound pac_bayes(double error, std::uint64_t rows, double kl, Delta delta, PacBayesForm form);

/// Bounds the error of the posterior's majority vote, which errs on a query only if the drawing classifier
/// does so with probability 1/2 or more: twice the upper limit of pac_bayes(), without a lower limit.
/// Estimand: model.
Bound pac_bayes_vote(double error, std::uint64_t rows, double kl, Delta delta, PacBayesForm form);

} // namespace unseen::bound
