// Private: the cells of a dataset's features in the form in which programs get them.
#pragma once

#include "unseen/data/dataset.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

namespace unseen {

/// The rows of `rows` with the features of `main`; categories have the codes of its main table. A category
/// that only appended tables have is missing, because the data that a program gets for some rows must not
/// depend on others.
class Cells {
public:
    /// Throws InputError unless `rows` has the features of `main`, in the same order (usually it is the same
    /// dataset).
    Cells(const Dataset& main, const Dataset& rows);
    explicit Cells(const Dataset& main) : Cells(main, main) {}

    std::size_t features() const { return columns_.size(); }
    bool is_numeric(std::size_t feature) const { return columns_[feature].numbers != nullptr; }
    /// A cell of a numeric feature; NaN if it is missing.
    double number(std::size_t feature, Row row) const { return (*columns_[feature].numbers)[row]; }
    /// A cell of a categorical feature; -1 if it is missing.
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
