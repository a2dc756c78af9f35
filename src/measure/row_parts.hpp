// Private: the parts of a pass over all rows.
#pragma once

#include "unseen/predictions/predictions.hpp"

#include <algorithm>
#include <cstddef>

namespace unseen {

/// The rows of a part, few enough for the cache. A measure may do work for each pair of classes in each part,
/// so parts grow with the classes.
inline std::size_t rows_of_part(const PredictionView& view)
{
    const std::size_t n_classes = view.classes == nullptr ? 0 : view.classes->size();
    return std::max<std::size_t>(2048, n_classes * n_classes);
}

} // namespace unseen
