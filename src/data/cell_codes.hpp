// Private: the cells of a column as categories.
#pragma once

#include "data/few_numbers.hpp"
#include "unseen/data/column.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace unseen {

/// The cells of a column as codes of labels. Cells are not copied: the column must outlive the object. The
/// labels of numbers are in numeric order; each is the shortest text of its number, unless the column has a
/// spelling. O(n) for few distinct
/// numbers, else O(n log n).
class CellCodes {
public:
    explicit CellCodes(const Column& column);
    /// `few`: the result of few_numbers() for a numeric column, if it is known already.
    CellCodes(const Column& column, const std::optional<FewNumbers>& few);

    const Labels& labels() const
    {
        return renamed_ ? *renamed_ : coded_ != nullptr ? coded_->labels : own_.labels;
    }
    /// Gives the codes other labels, as many as there are.
    void rename(Labels labels) { renamed_ = std::move(labels); }
    /// Writes the codes of the cells from `begin` on, -1 for a missing cell.
    void copy(std::size_t begin, std::span<std::int32_t> to) const;

private:
    const CodedColumn* coded_ = nullptr; ///< the column itself if it is coded, else null
    CodedColumn own_;                    ///< the converted column; for few distinct numbers only its labels
    std::span<const double> numbers_; ///< the cells, if they have few distinct values: `distinct_`, ascending
    std::vector<double> distinct_;
    std::optional<Labels> renamed_;
};

} // namespace unseen
