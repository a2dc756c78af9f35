// Private: any measure's difference between two models when rows are drawn, left out or swapped: for measures without a short cut.
#pragma once

#include "compare/bca.hpp"
#include "compare/swap_signs.hpp"

#include "unseen/measure/measure.hpp"

#include <vector>

namespace unseen::compare::detail {

/// Copies of rows of a view.
class PickedRows {
public:
    /// The rows listed, in this order, repetitions included.
    PickedRows(const PredictionView& from, std::span<const std::uint32_t> rows);
    const PredictionView& view() const { return view_; }
    /// Exchanges what the two say about row i: label, scores and value.
    static void swap_row(PickedRows& a, PickedRows& b, std::size_t i);

    PickedRows(const PickedRows&) = delete;
    PickedRows& operator=(const PickedRows&) = delete;

private:
    std::vector<std::uint32_t> row_;
    std::vector<std::uint32_t> true_label_;
    std::vector<std::uint32_t> label_;
    std::vector<double> scores_;
    std::vector<double> true_value_;
    std::vector<double> value_;
    std::vector<double> weight_;
    PredictionView view_;
};

/// Rows in independent units: a row each, or clusters.
struct Units {
    std::size_t count = 0;
    std::vector<std::vector<std::uint32_t>> rows{}; ///< of each unit; empty: unit i is row i

    std::span<const std::uint32_t> rows_of(std::size_t unit, const std::uint32_t& own) const
    {
        return rows.empty() ? std::span<const std::uint32_t>(&own, 1) : std::span<const std::uint32_t>(rows[unit]);
    }
};

/// The measure of A less that of B when each unit is there so often.
OfCounts difference_of_counts(const Measure& measure, const PredictionView& a, const PredictionView& b, const Units& units);

/// Permutation test by evaluating the measure anew: all patterns where there are at most `draws.count` or 4096, else so many of them, stream
/// (seed, permutation, 0, pattern). Units on which the models say the same drop out.
SwapShares swap_units(const Measure& measure, const PredictionView& a, const PredictionView& b, const Units& units,
                      const Draws& draws);

} // namespace unseen::compare::detail
