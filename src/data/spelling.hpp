// Private: keeps the spelling of whole numbers that a double does not tell apart from others.
#pragma once

#include "unseen/data/column.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace unseen {

/// From this size on, a whole number may share its double with another.
constexpr double first_inexact_whole = 9007199254740992.0;

/// True if a cell that spells this number is a name that the number does not keep: a whole number with
/// leading zeros (007), or one that doubles need not tell apart from its neighbours.
bool loses_spelling(std::string_view cell, double number);

/// Collects the cells of a column of numbers whose spelling is lost, and makes the column of spellings.
class SpellingBuilder {
public:
    bool empty() const { return rows_.empty(); }
    /// Adds the cell of a row; rows come in ascending order.
    void add(std::size_t row, std::string_view cell)
    {
        rows_.push_back(row);
        codes_.push_back(labels_.add(cell));
    }
    /// Adds the cells of a part that begins at row `first`.
    void append(const SpellingBuilder& part, std::size_t first);
    /// NumericColumn::spelling of these numbers: cells that were not added are spelt shortest(). Nothing if
    /// no cell was added. O(n log n).
    std::optional<CodedColumn> finish(std::span<const double> numbers) const;

private:
    Labels labels_;
    std::vector<std::size_t> rows_;
    std::vector<std::uint32_t> codes_;
};

} // namespace unseen
