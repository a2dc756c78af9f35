// Private: what calibration errors are made of, by bins and by rows.
#pragma once

#include "unseen/predictions/predictions.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unseen {

/// The rows of one bin of probabilities, which count alike, and sums over them.
struct CalibrationBin {
    double rows = 0.0;
    double happened = 0.0;    ///< of which the event came true
    double probability = 0.0; ///< sum
    double squares = 0.0;     ///< sum of (1 or 0, whether it came true, less the probability)^2
};

/// The bins that hold rows. O(rows).
std::vector<CalibrationBin> calibration_bins(const PredictionView& view, std::size_t n_bins);

/// One of each a row.
struct CalibrationRows {
    std::vector<std::uint32_t> bin;
    std::vector<double> difference; ///< 1 or 0, whether it came true, less its probability
};

/// O(rows).
CalibrationRows calibration_rows(const PredictionView& view, std::size_t n_bins);

} // namespace unseen
