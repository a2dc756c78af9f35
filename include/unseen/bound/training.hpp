// Bounds from the rows that a classifier was chosen or trained on: Occam's razor, sample compression, PAC-Bayes (Langford 2005).
#pragma once

#include "unseen/base/error_count.hpp"
#include "unseen/bound/bound.hpp"

namespace unseen::bound {

/// The inequality of Occam's razor.
enum class OccamForm {
    exact,     ///< inverse binomial tail at delta P(c)
    hoeffding, ///< k/m +- sqrt((ln(1/P(c)) + ln(1/delta)) / (2m))
};

/// Any classifier c of a set with prior probabilities P fixed before the rows were seen, all at once, so that the best may be picked; P = 1/N
/// for the best of N. `log_prior` = ln P(c) <= 0. Target model. (Langford 2005, JMLR 6:273, Theorem 4.6.)
/// Throws InputError unless errors <= rows, rows >= 1 and log_prior <= 0.
Bound occam(ErrorCount count, double log_prior, Delta delta, OccamForm form = OccamForm::exact);

/// A classifier that is rebuilt from `kept` of `rows` rows and makes `errors` errors on the others: the inverse binomial tail at
/// delta / (m C(m, d)). Target model. (Littlestone & Warmuth 1986; Floyd & Warmuth 1995; Langford 2005, Theorem 6.1.)
/// Throws InputError unless kept < rows and errors <= rows - kept.
Bound compression(std::uint64_t errors, std::uint64_t rows, std::uint64_t kept, Delta delta);

/// The inequality of PAC-Bayes: kl(error || e) <= (KL(Q||P) + c) / m.
enum class PacBayesForm {
    maurer,          ///< c = ln(2 sqrt(m) / delta) (Maurer 2004), m >= 8
    langford_seeger, ///< c = ln((m+1) / delta) (Langford & Seeger 2001)
};

/// Maurer's form from 8 rows on, for which it is proved and tighter; the choice depends on m alone.
PacBayesForm pac_bayes_form(std::uint64_t rows);

/// A classifier drawn afresh from a posterior Q over classifiers: `error` its mean error on the m training rows, `kl` = KL(Q||P) from a prior
/// fixed before the rows were seen. Holds for all posteriors at once. Target randomised. Throws InputError unless 0 <= error <= 1,
/// rows >= 1 (8 for maurer) and kl >= 0 is finite.
Bound pac_bayes(double error, std::uint64_t rows, double kl, Delta delta, PacBayesForm form);

} // namespace unseen::bound
