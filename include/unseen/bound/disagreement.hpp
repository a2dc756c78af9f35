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
//         bound::count_disagreement(members, vote, bound::DisagreementForm::expected_kl, 1);
//     assert(disagreement.rows == 3 &&
//            std::abs(disagreement.mean - 2.0 / 9) < 1e-15); // 2 of 9 labels differ from the vote
#pragma once

#include "unseen/base/delta.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace unseen::bound {

/// How disagreement is counted, which decides the inequality that holds. Choose it before you look at the
/// data. METHODS C.7.
enum class DisagreementForm {
    sampled,          ///< draws one member for each row; the number of rows that differ is binomial
    expected_kl,      ///< mean share of members that differ; Hoeffding's inequality in kl form
    expected_bentkus, ///< the same mean; e times the binomial tail of the sum, rounded up (Bentkus 2004)
    per_member,       ///< one count a member, each at delta / members
};

/// Disagreement on `rows` unlabelled rows, none of which was used for training.
struct Disagreement {
    DisagreementForm form = DisagreementForm::sampled;
    std::vector<std::uint64_t>
        counts{};      ///< rows that differ: one count for `sampled`, one a member for `per_member`
    double mean = 0.0; ///< for the expected forms: mean over rows of the share of members that differ
    std::uint64_t rows = 0;
};

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

/// An upper limit of the probability of disagreement, which fails with probability at most delta. It is 1
/// without rows. Throws InputError unless counts <= rows and 0 <= mean <= 1, or if the counts or the mean
/// that the form needs are missing.
double disagreement_upper(const Disagreement& disagreement, Delta delta);

} // namespace unseen::bound
