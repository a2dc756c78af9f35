// Private: the cells of the features that a tree asks for, by row, with the category codes of training.
#pragma once

#include "unseen/data/dataset.hpp"

#include <cstdint>
#include <vector>

namespace unseen::tree {

/// The cells of one feature. A view: the Dataset keeps them.
struct Cells {
    const double* values = nullptr;      ///< numeric: NaN where missing
    const std::int32_t* codes = nullptr; ///< categorical: -1 where missing
    /// The training code of each code, -1 if training had no such label; empty if the codes agree.
    std::vector<std::int32_t> translated;

    bool numeric() const { return values != nullptr; }
    /// The training code of a row's category; -1 for a missing cell and for a category that training did not
    /// have.
    std::int32_t code(Row row) const
    {
        const std::int32_t own = codes[row];
        return own < 0 || translated.empty() ? own : translated[static_cast<std::size_t>(own)];
    }
};

/// The cells of all features of `data`. Throws InputError if these are not the features of `training`.
std::vector<Cells> cells_of(const Dataset& training, const Dataset& data);

} // namespace unseen::tree
