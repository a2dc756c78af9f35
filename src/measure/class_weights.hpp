// Private: the weights of the classes among true or predicted labels.
#pragma once

#include "unseen/predictions/predictions.hpp"

#include <span>
#include <vector>

namespace unseen {

/// The sum of the weights of the rows of each class in `labels`, one a row of the view, each sum exact and
/// rounded once. Without weights: the number of rows. O(rows).
std::vector<double> class_weights(const PredictionView& view, std::span<const std::uint32_t> labels);

/// The same as shares of all weight.
std::vector<double> class_shares(const PredictionView& view, std::span<const std::uint32_t> labels);

} // namespace unseen
