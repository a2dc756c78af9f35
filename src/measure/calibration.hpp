// Private: the terms of calibration errors, by bin and by row.
#pragma once

#include "unseen/predictions/predictions.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unseen {

/// The number of rows in one bin of probabilities, and sums over these rows, which have no weights.
struct CalibrationBin {
    double rows = 0.0;
    double happened = 0.0;    ///< rows with outcome 1
    double probability = 0.0; ///< sum of the probabilities
    double squares = 0.0;     ///< sum of (outcome - probability)^2
};

/// The bins that hold rows. O(rows).
std::vector<CalibrationBin> calibration_bins(const PredictionView& view, std::size_t n_bins);

/// The bin and the difference of each row.
struct CalibrationRows {
    std::vector<std::uint32_t> bin;
    std::vector<double> difference; ///< outcome (1 or 0) minus probability
};

/// O(rows).
CalibrationRows calibration_rows(const PredictionView& view, std::size_t n_bins);

} // namespace unseen
