// How often a deployed classifier disagrees with the members whose errors were counted, measured on
// unlabelled rows.
//
// Example:
//
//     const std::vector<std::vector<std::uint32_t>> members{
//         {0, 1, 1}, {0, 0, 1}, {0, 1, 0}}; // labels of three rows by three members
//     const auto vote = bound::plurality_vote(members);
//     assert((vote == std::vector<std::uint32_t>{0, 1, 1}));
//     const auto disagreement =
//         bound::count_disagreement(members, vote, bound::DisagreementForm::expected, 1);
//     assert((disagreement.differing == std::vector<std::uint64_t>{1, 2, 0, 0})); // no member, one member
//     assert(disagreement.rows == 3 &&
//            std::abs(disagreement.mean - 2.0 / 9) < 1e-15); // 2 of 9 labels differ from the vote
#pragma once

#include "unseen/base/delta.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unseen::bound {

/// How disagreement is counted, which decides the inequality that holds. Choose it before you look at the
/// data. METHODS C.7.
enum class DisagreementForm {
    expected,    ///< rows by the number of members that differ; bets that do not depend on the rows' order
    sampled,     ///< draws one member for each row; the number of rows that differ is binomial
    median,      ///< the binomial tail, at delta / 2, of the sum of the shares that differ, rounded up
    per_member,  ///< one count a member, each at delta / members
    expected_kl, ///< mean share of members that differ; Hoeffding's inequality in kl form
    expected_bentkus, ///< the same mean; e times the binomial tail of the sum, rounded up (Bentkus 2004)
    gaffke,           ///< rows by the number of members that differ; conjectured (Gaffke 2005), not proved
};

/// What a form needs to know of the labels.
enum class DisagreementFigure {
    counts,    ///< Disagreement::counts
    mean,      ///< Disagreement::mean
    differing, ///< Disagreement::differing
};

/// The figure from which the form is computed.
DisagreementFigure figure_of(DisagreementForm form);

/// Disagreement on `rows` unlabelled rows, none of which was used for training.
struct Disagreement {
    DisagreementForm form = DisagreementForm::sampled;
    std::vector<std::uint64_t>
        counts{};      ///< rows that differ: one count for `sampled`, one a member for `per_member`
    double mean = 0.0; ///< mean over rows of the share of members that differ, unless there are counts
    std::vector<std::uint64_t> differing{}; ///< differing[i]: rows on which exactly i of the members differ
    std::uint64_t rows = 0;
};

/// The disagreement of rows that are sorted by the number of members that differ. Throws InputError unless
/// there are entries for at least one member. O(members).
Disagreement disagreement_of_rows(DisagreementForm form, std::vector<std::uint64_t> differing);

/// var(v) / (d (1 - d)), where v is a row's share of members that differ and d the mean of v: 0 if all rows
/// have the same share, 1 if the members always agree with each other. The form `expected` is tighter than
/// `sampled` where this is below about 0.45. Empty unless 0 < d < 1 and the rows are given by `differing`.
std::optional<double> agreement_of_members(const Disagreement& disagreement);

/// Counts how often `members` disagree with `reference` on the same unlabelled rows. members[i][j] is the
/// label that member i gives to row j. `sampled` draws the member for row j from the stream (seed,
/// disagreement, j). Throws InputError if there is no member or the lists differ in length. O(members x
/// rows).
Disagreement count_disagreement(std::span<const std::vector<std::uint32_t>> members,
                                std::span<const std::uint32_t> reference, DisagreementForm form,
                                std::uint64_t seed);

/// The plurality vote of the members on each row. Ties go to the lowest label. Throws as count_disagreement()
/// does. O(members x rows).
std::vector<std::uint32_t> plurality_vote(std::span<const std::vector<std::uint32_t>> members);

/// An upper limit of the probability of disagreement, which fails with probability at most delta (in the form
/// `gaffke` that is a conjecture). It is 1 without rows. Throws InputError unless counts <= rows, 0 <= mean
/// <= 1 and `differing` adds up to the rows, or if the figures that the form needs are missing. O(members)
/// steps for each of a few thousand evaluations, for any number of rows. METHODS C.7.
double disagreement_upper(const Disagreement& disagreement, Delta delta);

} // namespace unseen::bound
