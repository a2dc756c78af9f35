// Private: the weights of the classes among true or predicted labels.
#pragma once

#include "unseen/predictions/predictions.hpp"

#include <span>
#include <vector>

namespace unseen {

/// The sum of the weights of the rows of each class in `labels`, which has one label per row of the view.
/// Each sum is exact and rounded once. Without weights it is the number of rows. O(rows).
std::vector<double> class_weights(const PredictionView& view, std::span<const std::uint32_t> labels);

/// The same as shares of all weight.
std::vector<double> class_shares(const PredictionView& view, std::span<const std::uint32_t> labels);

} // namespace unseen
