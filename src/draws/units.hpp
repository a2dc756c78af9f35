// Private: what a sample is made of: rows, or clusters with all their rows.
#pragma once

#include "unseen/predictions/predictions.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace unseen {

/// Rows, each in one unit; units are what is drawn, left out or swapped.
class Units {
public:
    Units() = default;
    /// Units of one row each, in this order.
    explicit Units(std::vector<std::uint32_t> rows) : rows_(std::move(rows)) {}
    /// The rows of a cluster are a unit; `cluster` has the codes of all rows, of `rows` and others. Units ascend by code. Empty: as above.
    Units(std::vector<std::uint32_t> rows, std::span<const std::uint32_t> cluster);

    std::size_t size() const { return begins_.empty() ? rows_.size() : begins_.size() - 1; }
    std::size_t rows() const { return rows_.size(); }
    std::span<const std::uint32_t> rows_of(std::size_t unit) const
    {
        if (begins_.empty()) return {&rows_[unit], 1};
        return std::span(rows_).subspan(begins_[unit], begins_[unit + 1] - begins_[unit]);
    }
    /// The unit of each row; that of a row which is in none means nothing.
    std::vector<std::uint32_t> of_rows() const;

private:
    std::vector<std::uint32_t> rows_;   ///< unit by unit
    std::vector<std::size_t> begins_{}; ///< of the units in `rows_`, and its end; empty if each holds one row
};

/// The units of a test set: rows, or clusters. Rows of weight 0 count for nothing and are left out. Single rows are in an order of their content, so
/// that it does not matter to what is drawn how they stand in `view`. O(rows log rows).
Units units_of(const PredictionView& view, std::span<const std::uint32_t> cluster);

/// Numbers of rows, added up over each unit: exactly, so that their order does not matter.
std::vector<double> sums_over(const Units& units, std::span<const double> of_rows);

} // namespace unseen
