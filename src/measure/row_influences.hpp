// Private: the influence of each row on a measure: the derivative in the row's weight, times the weight
// (METHODS I.2, I.4).
#pragma once

#include "unseen/measure/measure.hpp"

#include <vector>

namespace unseen {

/// One influence per row; influences sum to 0. They exist for means of row values, functions of the
/// confusion matrix that have a value (by central differences, with a relative error of about 1e-9), areas of
/// rankings, class_ranks() and explained shares. For a mean of row values (before `finish`) the influence is
/// w (l - mean) / W.
std::vector<double> row_influences(const Measure& measure, const PredictionView& view);

/// True if row_influences() exist for the measure.
bool has_row_influences(const Measure& measure);

/// The weighted mean of the row values, before `finish`.
double mean_of_row_values(const RowMean& mean_of, const PredictionView& view);

} // namespace unseen
