// Private: sampling units: single rows, or clusters with all their rows.
#pragma once

#include "stats/sum_of_few.hpp"

#include "unseen/predictions/predictions.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// A partition of rows into units. Units are drawn by the bootstrap, left out by the jackknife and swapped by
/// permutations.
class Units {
public:
    Units() = default;
    /// One unit for each row, in this order.
    explicit Units(std::vector<std::uint32_t> rows) : rows_(std::move(rows)) {}
    /// One unit for each cluster, in ascending order of the codes. `cluster` is indexed by row number and may
    /// cover other rows as well. If it is empty, each row is a unit.
    Units(std::vector<std::uint32_t> rows, std::span<const std::uint32_t> cluster);

    std::size_t size() const { return begins_.empty() ? rows_.size() : begins_.size() - 1; }
    std::size_t rows() const { return rows_.size(); }
    std::span<const std::uint32_t> rows_of(std::size_t unit) const
    {
        if (begins_.empty()) return {&rows_[unit], 1};
        return std::span(rows_).subspan(begins_[unit], begins_[unit + 1] - begins_[unit]);
    }
    /// The rows of all units, one unit after the other.
    const std::vector<std::uint32_t>& in_order() const { return rows_; }
    /// The unit of each row, by row number; unspecified for a row that is in no unit.
    std::vector<std::uint32_t> of_rows() const;

private:
    std::vector<std::uint32_t> rows_; ///< unit by unit
    std::vector<std::size_t>
        begins_{}; ///< where each unit begins in `rows_`, and the end; empty if each unit is one row
};

/// The units of a test set: rows, or clusters if `cluster` is not empty. Rows of weight 0 are left out.
/// Single rows are sorted by content, so that samples do not depend on their order in `view`. O(rows log
/// rows).
Units units_of(const PredictionView& view, std::span<const std::uint32_t> cluster);

/// The exact sum of number(i) over the rows i of a unit.
template <class Number>
double sum_over(std::span<const std::uint32_t> rows, Number number)
{
    if (rows.size() == 1) return number(rows[0]);
    std::array<double, 32> few;
    if (rows.size() <= few.size()) {
        for (std::size_t k = 0; k < rows.size(); ++k) few[k] = number(rows[k]);
        return sum_of_few(std::span(few).first(rows.size()));
    }
    ExactSum sum;
    for (const auto i : rows) sum.add(number(i));
    return sum.value();
}

/// The exact sums over each unit of a number for each row.
std::vector<double> sums_over(const Units& units, std::span<const double> of_rows);

} // namespace unseen
