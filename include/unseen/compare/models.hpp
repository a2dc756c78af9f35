// Two models compared by the labels that they predict for the same rows.
#pragma once

#include "unseen/compare/counts.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace unseen::compare {

/// Labels of the same rows by code: the truth and what two models predict.
struct LabelPairs {
    std::span<const std::uint32_t> truth;
    std::span<const std::uint32_t> a;
    std::span<const std::uint32_t> b;
};

/// On how many rows exactly one of the models is right. Throws InputError unless the lengths are equal and at least 1.
Discordant discordant_rows(const LabelPairs& rows);

/// Tests of equal accuracy on the same rows, difference = accuracy of A - accuracy of B: McNemar's in all forms, the exact one primary; and
/// `sign` and `permutation`, which for accuracy are the exact McNemar test itself: a row on which both are right or both wrong has no sign, and
/// swapping the predictions of a row makes the number that only A got right Bin(b+c, 1/2) (METHODS I.9).
///
/// Assumes independent rows and models fixed before. Target model. p = 1 without discordant rows.
Answer compare_models(const LabelPairs& rows, const std::string& a, const std::string& b, Level level);

} // namespace unseen::compare
