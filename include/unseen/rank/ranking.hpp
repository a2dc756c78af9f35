// Ranking: the rows of two classes sorted once by score. Every measure of how scores order the rows is a
// function of it, as every measure of labels is a function of the confusion matrix.
//
// Example:
//
//     const Labels classes({"no", "yes"});
//     const std::vector<std::uint32_t> truth{0, 1, 1, 0};
//     const std::vector<double> scores{0.2, 0.9, 0.4, 0.4}; // of class "yes"
//     PredictionView predictions;
//     predictions.classes = &classes;
//     predictions.positive = 1;
//     predictions.one_score = true;
//     predictions.true_label = truth;
//     predictions.scores = scores;
//     const Ranking ranking = ranking_of(predictions);
//     assert(ranking.size() == 3); // three distinct scores: 0.9, 0.4, 0.2
//     assert((ranking[1] == TieBlock{.score = 0.4, .positives = 1, .negatives = 1}));
#pragma once

#include "unseen/predictions/predictions.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace unseen {

/// The rows of one score: the numbers of positive and negative rows, or the sums of their weights.
struct TieBlock {
    double score = 0.0;
    double positives = 0.0;
    double negatives = 0.0;

    friend bool operator==(const TieBlock&, const TieBlock&) = default;
};

/// The distinct scores in descending order, each with its positive and negative rows, and the totals. -0.0
/// equals 0.0. Immutable; a copy shares the storage, which takes 16 bytes per distinct score, or 24 if rows
/// have weights.
class Ranking {
public:
    Ranking() = default;
    /// Takes blocks in strictly descending order of their scores. Throws std::logic_error for any other order
    /// or a NaN. Whole numbers with a sum below 2^32 are stored as counts.
    explicit Ranking(std::span<const TieBlock> blocks);

    /// The number of distinct scores.
    std::size_t size() const { return size_; }
    TieBlock operator[](std::size_t b) const
    {
        const auto score = std::bit_cast<double>(scores_[b]);
        if (weights_ != nullptr) return {score, weights_[b].positives, weights_[b].negatives};
        return {score, static_cast<double>(counts_[b] >> 32), static_cast<double>(counts_[b] & 0xffffffff)};
    }
    double positives() const { return positives_; } ///< total of all blocks: exact sum, rounded once
    double negatives() const { return negatives_; } ///< likewise

    /// One number per block, positives << 32 | negatives; empty if rows have weights.
    std::span<const std::uint64_t> counts() const { return {counts_.get(), counts_ == nullptr ? 0 : size_}; }

private:
    struct Weights {
        double positives;
        double negatives;
    };
    friend class RankingMaker;

    std::size_t size_ = 0;
    std::shared_ptr<const std::uint64_t[]> scores_; ///< the bits of the scores
    std::shared_ptr<const std::uint64_t[]> counts_;
    std::shared_ptr<const Weights[]> weights_;
    double positives_ = 0.0;
    double negatives_ = 0.0;
};

/// Ranks the rows of class `positive` against the rows of class `negative` by their scores for class
/// `positive`. If both classes are the same, all other rows are the negatives. A row of weight 0 adds its
/// score, and 0 to the sums. Throws std::length_error for 2^32 rows or more. Radix sort: O(rows) time; 32
/// bytes a row of working memory if rows have weights, little otherwise. The result does not depend on
/// `threads` (0: all).
Ranking ranking_of(const PredictionView& predictions, std::uint32_t positive, std::uint32_t negative,
                   std::size_t threads = 1);
/// Ranks the rows of the view's positive class against all others.
Ranking ranking_of(const PredictionView& predictions, std::size_t threads = 1);

} // namespace unseen
