// Private: the cells of a dataset's features as a program is told them.
#pragma once

#include "unseen/data/dataset.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

namespace unseen {

/// Rows of `rows` in terms of the features of `main`: categories by the codes of its main table. A category that only further tables have
/// is missing: what a program is told of some rows must not depend on others.
class Cells {
public:
    /// `rows` has the features of `main`, in the same order (it is the same dataset, usually). Throws InputError if it has not.
    Cells(const Dataset& main, const Dataset& rows);
    explicit Cells(const Dataset& main) : Cells(main, main) {}

    std::size_t features() const { return columns_.size(); }
    bool is_numeric(std::size_t feature) const { return columns_[feature].numbers != nullptr; }
    /// NaN: missing. Only of numeric features.
    double number(std::size_t feature, Row row) const { return (*columns_[feature].numbers)[row]; }
    /// -1: missing. Only of others.
    std::int32_t code(std::size_t feature, Row row) const
    {
        const auto& column = columns_[feature];
        const auto code = (*column.codes)[row];
        return code < 0 ? -1 : column.translation[static_cast<std::size_t>(code)];
    }
    bool missing(std::size_t feature, Row row) const
    {
        return is_numeric(feature) ? std::isnan(number(feature, row)) : code(feature, row) < 0;
    }

private:
    struct Source {
        const std::vector<double>* numbers = nullptr;
        const std::vector<std::int32_t>* codes = nullptr;
        std::vector<std::int32_t> translation{};
    };
    std::vector<Source> columns_;
};

} // namespace unseen
