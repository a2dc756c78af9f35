// Private: how much each row moves a figure: the derivative in the row's weight, times the weight (METHODS I.2, I.4).
#pragma once

#include "unseen/measure/measure.hpp"

#include <optional>
#include <vector>

namespace unseen {

/// One influence a row; they sum to 0. For a mean of row values (before `finish`) w (l - mean) / W; for the AUC w (V - A) / W of the row's class, V the weighted
/// share of the other class that the row is ordered right against, ties half; for the average precision the derivative of I.2. Nothing for other
/// measures. `value`: the figure. O(n log n).
std::optional<std::vector<double>> row_influences(const Measure& measure, const PredictionView& view, double value);

} // namespace unseen
