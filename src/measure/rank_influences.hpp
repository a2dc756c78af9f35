// Private: how much each row moves a measure of ranks: the derivative in the row's weight, times the weight (METHODS I.2, I.4).
#pragma once

#include "unseen/predictions/predictions.hpp"

#include <span>
#include <vector>

namespace unseen {

/// Weights of the positive and the negative items of a block of equal scores.
struct BlockWeights {
    double positives = 0.0;
    double negatives = 0.0;
};

/// The derivative of a figure in the weight of a positive and of a negative item of a block.
struct BlockInfluence {
    double positive = 0.0;
    double negative = 0.0;
};

/// Of a figure of blocks in descending order of their scores; none where the figure does not exist.
using BlockInfluences = std::vector<BlockInfluence> (*)(std::span<const BlockWeights>);

/// Of the AUC A: (V10 - A)/P and (V01 - A)/N, V10 the share of the negatives below, V01 that of the positives above, ties half (DeLong, DeLong &
/// Clarke-Pearson 1988). Where all V of a group are equal they are exactly 0.
std::vector<BlockInfluence> auc_block_influences(std::span<const BlockWeights> blocks);

/// The influences on the average precision, block by block from the last one up (METHODS I.2). With T_b, F_b the positives and negatives down to block b,
/// a_b the positives in it and P all of them: positive in b (T_b/(T_b+F_b) - AP)/P + (1/P) sum_{c>=b} a_c F_c/(T_c+F_c)^2; negative in b
/// -(1/P) sum_{c>=b} a_c T_c/(T_c+F_c)^2. Their sum over rows is 0.
class PrecisionInfluences {
public:
    /// `value`: the average precision.
    explicit PrecisionInfluences(double value) : value_(value) {}
    /// Those of the next block, times P. `found` and `others`: T_b and F_b.
    BlockInfluence next(double positives, double found, double others)
    {
        const double by_rows = 1.0 / (found + others); // the only division a block
        const double precision = found * by_rows;
        const double step = positives * by_rows;
        from_positive_ += step * (others * by_rows);
        from_negative_ += step * precision;
        return {precision - value_ + from_positive_, -from_negative_};
    }

private:
    double value_;
    double from_positive_ = 0.0; ///< sums over the blocks from the last one up
    double from_negative_ = 0.0;
};

/// Of the average precision.
std::vector<BlockInfluence> precision_block_influences(std::span<const BlockWeights> blocks);

/// Of a figure of one class against the others. Each function gives one influence a row, whatever the order of the rows; O(rows log rows) a class.
std::vector<double> influences_on_class(const PredictionView& view, std::uint32_t c, BlockInfluences of_blocks);

/// Of the mean of a figure of each class against the others, over the classes where it exists.
std::vector<double> influences_on_class_mean(const PredictionView& view, BlockInfluences of_blocks);

/// Of a figure of all pairs of a row and a class, positive if the class is the true one: sums over the pairs of a row. Fewer than 2^32 pairs.
std::vector<double> influences_on_pairs(const PredictionView& view, BlockInfluences of_blocks);

/// Of the mean over pairs of classes of [A(i|j) + A(j|i)] / 2.
std::vector<double> influences_one_versus_one(const PredictionView& view);

/// The bias of the mean over classes of the average precision of the class against all others, by leaving out each row that counts alike: (n - 1) (mean
/// of what is left - all). Leaving out the only row of a class tells nothing of its bias and is passed over. O(rows log rows) a class.
double precision_class_mean_bias(const PredictionView& view);

} // namespace unseen
