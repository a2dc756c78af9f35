// Private: what single rows tell of a calibration error.
#pragma once

#include "unseen/measure/measure.hpp"

#include <cstdint>
#include <vector>

namespace unseen {

/// One of each a row.
struct CalibrationRows {
    std::vector<std::uint32_t> bin;
    std::vector<double> difference; ///< 1 or 0, whether it came true, less its probability
};

/// Of a measure that has `calibration_bins`. O(rows).
CalibrationRows calibration_rows(const Measure& measure, const PredictionView& view);

} // namespace unseen
