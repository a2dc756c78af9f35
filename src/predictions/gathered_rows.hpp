// Private: selected rows of a view, such as a fold, a group or a bootstrap sample, copied to contiguous
// memory.
#pragma once

#include "unseen/predictions/predictions.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// Owns its rows, and reuses its memory in the next gather().
class GatheredRows {
public:
    GatheredRows() = default;
    GatheredRows(const PredictionView& from, std::span<const std::uint32_t> at) { gather(from, at); }

    /// Copies the rows of `from` at the positions `at`, in that order; a position may occur more than once.
    /// O(at x scores).
    void gather(const PredictionView& from, std::span<const std::uint32_t> at);
    /// Adds all rows of `from`, which has the same fields; without scores, or with decision values, where
    /// some rows have no probabilities. O(rows x scores).
    void append(const PredictionView& from);
    /// A view of the rows gathered last, valid until the next gather(). Classes and complexity are those of
    /// `from`, which must still exist.
    PredictionView view() const;
    /// Exchanges the label, scores and value of row i. Existing views show the change.
    static void swap_row(GatheredRows& a, GatheredRows& b, std::size_t i);

private:
    PredictionView head_; ///< the fields that all rows share
    std::vector<std::uint32_t> row_;
    std::vector<std::uint32_t> true_label_;
    std::vector<std::uint32_t> label_;
    std::vector<std::uint32_t> in_bag_;
    std::vector<double> scores_;
    std::vector<double> true_value_;
    std::vector<double> value_;
    std::vector<std::uint32_t> answers_;
    std::vector<double> weight_;
};

} // namespace unseen
