// Private: how much each row moves a figure: the derivative in the row's weight, times the weight (METHODS I.2, I.4).
#pragma once

#include "unseen/measure/measure.hpp"

#include <vector>

namespace unseen {

/// One influence a row; they sum to 0. For a mean of row values (before `finish`) w (l - mean) / W; else what the measure says, which must have
/// `influences`.
std::vector<double> row_influences(const Measure& measure, const PredictionView& view);

} // namespace unseen
