// How often the classifier that is deployed differs from the members whose errors were counted, from unlabelled rows.
#pragma once

#include "unseen/base/delta.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace unseen::bound {

/// How the disagreement was counted, and with it the inequality that holds. Choose before looking. METHODS C.7.
enum class DisagreementForm {
    sampled,          ///< for each row one member drawn afresh; their number is binomial
    expected_kl,      ///< the mean share of members that differ; Hoeffding's kl form
    expected_bentkus, ///< the same; e times the binomial tail of the sum, rounded up (Bentkus 2004)
    per_member,       ///< each member's count, at delta / members
};

/// Disagreement on `rows` unlabelled rows that took no part in any training.
struct Disagreement {
    DisagreementForm form = DisagreementForm::sampled;
    std::vector<std::uint64_t> counts{}; ///< sampled: one; per_member: one a member
    double mean = 0.0;                   ///< the expected forms: mean over rows of the share of members that differ
    std::uint64_t rows = 0;
};

/// The disagreement of `members` with `reference`, all labels of the same unlabelled rows: members[i][j] is what member i says of row j.
/// `sampled` draws the member of row j from the stream (seed, disagreement, j). Throws InputError for no members or lists of different
/// lengths. O(members x rows).
Disagreement count_disagreement(std::span<const std::vector<std::uint32_t>> members, std::span<const std::uint32_t> reference,
                                DisagreementForm form, std::uint64_t seed);

/// The plurality vote of the members on each row; ties go to the lowest label. Throws as count_disagreement(). O(members x rows).
std::vector<std::uint32_t> plurality_vote(std::span<const std::vector<std::uint32_t>> members);

/// A limit that the probability of disagreement exceeds with probability at most delta; 1 without rows. Throws InputError unless
/// counts <= rows and 0 <= mean <= 1, and where the form's figures are missing.
double disagreement_upper(const Disagreement& disagreement, Delta delta);

} // namespace unseen::bound
