// Private: the cells of a column as categories.
#pragma once

#include "data/few_numbers.hpp"
#include "unseen/data/column.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace unseen {

/// Which of its labels each cell of a column is. Categories are not copied: the column must stay where it is. Numbers have labels in numeric order, the
/// shortest texts that tell them: O(n) for few distinct numbers, else O(n log n).
class CellCodes {
public:
    explicit CellCodes(const Column& column);
    /// `few`: what few_numbers() made of a column of numbers, where that is known.
    CellCodes(const Column& column, std::optional<FewNumbers> few);

    const Labels& labels() const { return coded_ != nullptr ? coded_->labels : own_.labels; }
    /// Those of the cells from `begin` on, -1 for a missing one.
    void copy(std::size_t begin, std::span<std::int32_t> to) const;

private:
    const CodedColumn* coded_ = nullptr; ///< the column's own; else `own_`
    CodedColumn own_;                    ///< of few numbers the labels only
    std::optional<FewNumbers> few_;
    std::array<std::int32_t, 256> code_of_few_{}; ///< of the codes in `few_`
};

} // namespace unseen
