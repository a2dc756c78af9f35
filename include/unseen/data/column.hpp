// Columns: the cells of one variable over all rows.
#pragma once

#include "unseen/base/labels.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace unseen {

/// Numbers, one a row. A missing cell is NaN inside, and only here; infinite cells do not occur.
struct NumericColumn {
    static constexpr double missing = std::numeric_limits<double>::quiet_NaN();
    std::vector<double> values;
};

/// Categories, one a row: codes into `labels`, -1 for a missing cell.
struct CodedColumn {
    Labels labels;
    std::vector<std::int32_t> codes;
    std::size_t appended_labels = 0; ///< of the labels, those at the end that only rows of a further table brought along

    /// The labels that a learner may reckon with: what it is told of the main rows must not depend on further tables.
    std::size_t own_labels() const { return labels.size() - appended_labels; }
};

/// A named variable. The variant has room for a sparse form later.
struct Column {
    std::string name;
    std::variant<NumericColumn, CodedColumn> cells;

    bool is_numeric() const { return std::holds_alternative<NumericColumn>(cells); }
    const NumericColumn& numeric() const { return std::get<NumericColumn>(cells); }
    const CodedColumn& coded() const { return std::get<CodedColumn>(cells); }
    std::size_t rows() const { return is_numeric() ? numeric().values.size() : coded().codes.size(); }
    bool missing(std::size_t row) const { return is_numeric() ? std::isnan(numeric().values[row]) : coded().codes[row] < 0; }
};

} // namespace unseen
