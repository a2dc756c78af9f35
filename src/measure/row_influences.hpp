// Private: how much each row moves a measure: the derivative in the row's weight, times the weight (METHODS I.2, I.4).
#pragma once

#include "unseen/measure/measure.hpp"

#include <vector>

namespace unseen {

/// Whether row_influences() are known: of means of row values, areas under curves of ranks, and class_ranks().
bool has_influences(const Measure& measure);

/// One influence a row; they sum to 0. For a mean of row values (before `finish`) w (l - mean) / W.
std::vector<double> row_influences(const Measure& measure, const PredictionView& view);

} // namespace unseen
