// Private: the cells of a column as categories.
#pragma once

#include "data/few_numbers.hpp"
#include "unseen/data/column.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace unseen {

/// Which of its labels each cell of a column is. Cells are not copied: the column must stay where it is. Numbers have labels in numeric order, the
/// shortest texts that tell them: O(n) for few distinct numbers, else O(n log n).
class CellCodes {
public:
    explicit CellCodes(const Column& column);
    /// `few`: what few_numbers() found in a column of numbers, where that is known.
    CellCodes(const Column& column, const std::optional<FewNumbers>& few);

    const Labels& labels() const { return coded_ != nullptr ? coded_->labels : own_.labels; }
    /// Those of the cells from `begin` on, -1 for a missing one.
    void copy(std::size_t begin, std::span<std::int32_t> to) const;

private:
    const CodedColumn* coded_ = nullptr; ///< the column's own; else `own_`
    CodedColumn own_;                    ///< of few numbers the labels only
    std::span<const double> numbers_;    ///< of few, with these distinct ones, ascending
    std::vector<double> distinct_;
};

} // namespace unseen
