// Scored rows of two groups, sorted once: what all measures of how scores order the rows are functions of, as those of labels are
// functions of the confusion matrix.
#pragma once

#include "unseen/predictions/predictions.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace unseen {

/// Rows of equal score: how many positive and negative ones, or the sums of their weights.
struct TieBlock {
    double score = 0.0;
    double positives = 0.0;
    double negatives = 0.0;

    friend bool operator==(const TieBlock&, const TieBlock&) = default;
};

/// The distinct scores in descending order, each with its rows, and the sums over all. -0.0 is 0.0. Immutable; a copy shares the
/// storage: 16 bytes a distinct score for rows that count alike, 24 for weighted ones.
class Ranking {
public:
    Ranking() = default;
    /// From blocks in strictly descending order, none NaN. Throws std::logic_error for another order. Whole numbers below 2^32 in all
    /// are kept as counts.
    explicit Ranking(std::span<const TieBlock> blocks);

    /// Distinct scores.
    std::size_t size() const { return size_; }
    TieBlock operator[](std::size_t b) const
    {
        const auto score = std::bit_cast<double>(scores_[b]);
        if (weights_ != nullptr) return {score, weights_[b].positives, weights_[b].negatives};
        return {score, static_cast<double>(counts_[b] >> 32), static_cast<double>(counts_[b] & 0xffffffff)};
    }
    double positives() const { return positives_; } ///< exact sum, rounded once
    double negatives() const { return negatives_; } ///< exact sum, rounded once

    /// The numbers of rows of each block, positives << 32 | negatives; empty if rows are weighted. Fewer than 2^32 rows in all.
    std::span<const std::uint64_t> counts() const { return {counts_.get(), counts_ == nullptr ? 0 : size_}; }

private:
    struct Weights {
        double positives;
        double negatives;
    };
    friend class RankingMaker;

    std::size_t size_ = 0;
    std::shared_ptr<const std::uint64_t[]> scores_; ///< bits of doubles: the array that was sorted
    std::shared_ptr<const std::uint64_t[]> counts_;
    std::shared_ptr<const Weights[]> weights_;
    double positives_ = 0.0;
    double negatives_ = 0.0;
};

/// The rows of class `positive` against those of class `negative`, or against all others if it is the same, by their scores for
/// class `positive`. Rows of weight 0 are there, with nothing. Throws std::length_error from 2^32 rows on. O(rows): radix sort; the
/// result does not depend on `threads` (0: all). Memory beyond the result: little, 32 bytes a row with weights.
Ranking ranking_of(const PredictionView& predictions, std::uint32_t positive, std::uint32_t negative, std::size_t threads = 1);
/// The positive class against the others.
Ranking ranking_of(const PredictionView& predictions, std::size_t threads = 1);

} // namespace unseen
