// Private: some rows of a view put one below the other, in storage of their own: a fold, a group, a bootstrap sample.
#pragma once

#include "unseen/predictions/predictions.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// Owns its rows and keeps its memory from one gather() to the next.
class GatheredRows {
public:
    GatheredRows() = default;
    GatheredRows(const PredictionView& from, std::span<const std::uint32_t> at) { gather(from, at); }

    /// Takes the rows of `from` at the positions `at`, in that order; a position may occur more than once. O(rows x scores).
    void gather(const PredictionView& from, std::span<const std::uint32_t> at);
    /// What was gathered last; classes and complexity are those of `from`.
    PredictionView view() const;
    /// Exchanges what two say about row i: label, scores and value. Views that are there see it.
    static void swap_row(GatheredRows& a, GatheredRows& b, std::size_t i);

private:
    PredictionView head_; ///< what holds for all rows
    std::vector<std::uint32_t> row_;
    std::vector<std::uint32_t> true_label_;
    std::vector<std::uint32_t> label_;
    std::vector<std::uint32_t> in_bag_;
    std::vector<double> scores_;
    std::vector<double> true_value_;
    std::vector<double> value_;
    std::vector<double> weight_;
};

} // namespace unseen
