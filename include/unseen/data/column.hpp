// Columns: the cells of one variable over all rows.
//
// Example:
//
//     const Column length{"length", NumericColumn{{5.1, NumericColumn::missing}}};
//     const Column colour{"colour", CodedColumn{Labels({"red", "blue"}), {1, 0}}};
//     assert(length.is_numeric() && length.missing(1));
//     assert(colour.coded().labels.name(1) == "blue" && colour.rows() == 2);
#pragma once

#include "unseen/base/labels.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace unseen {

/// One category per row: codes into `labels`, -1 for a missing cell.
struct CodedColumn {
    Labels labels;
    std::vector<std::int32_t> codes;
    std::size_t appended_labels = 0; ///< the last labels, which occur only in rows of an appended table

    /// The number of labels that a learner may use, because what it learns must not depend on appended
    /// tables.
    std::size_t own_labels() const { return labels.size() - appended_labels; }
};

/// One number per row; NaN is a missing cell (the library uses NaN only here). Cells are never infinite.
struct NumericColumn {
    static constexpr double missing = std::numeric_limits<double>::quiet_NaN();
    std::vector<double> values;
    /// The cells as they are spelt, if some are whole numbers whose spelling the values do not keep: 007, or
    /// 9007199254740993. Where cells are names (ids, groups, classes), these labels count.
    std::optional<CodedColumn> spelling{};
};

/// A named variable.
struct Column {
    std::string name;
    std::variant<NumericColumn, CodedColumn> cells;

    bool is_numeric() const { return std::holds_alternative<NumericColumn>(cells); }
    /// The numbers. Throws LearnerError for a column of categories.
    const NumericColumn& numeric() const
    {
        if (const auto* numbers = std::get_if<NumericColumn>(&cells)) return *numbers;
        refuse("categories; expected numbers");
    }
    /// The categories. Throws LearnerError for a column of numbers.
    const CodedColumn& coded() const
    {
        if (const auto* codes = std::get_if<CodedColumn>(&cells)) return *codes;
        refuse("numbers; expected categories");
    }
    std::size_t rows() const { return is_numeric() ? numeric().values.size() : coded().codes.size(); }
    bool missing(std::size_t row) const
    {
        return is_numeric() ? std::isnan(numeric().values[row]) : coded().codes[row] < 0;
    }

    /// The cell as text, empty if it is missing: the label, or the number as it is spelt.
    std::string text(std::size_t row) const;

private:
    [[noreturn]] void refuse(const char* what) const;
};

} // namespace unseen
