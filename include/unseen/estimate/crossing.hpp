// Where two curves of figures cross, with an interval (METHODS F.1).
//
// Example:
//
//     const std::vector<double> sizes = {10, 40};
//     const std::vector<std::vector<double>> differences = {
//         {-0.2, 0.1}, {-0.1, 0.2}, {-0.15, 0.15}}; // of three splits
//     const auto crossed = crossings(sizes, differences, 0.1, Level(0.95));
//     assert(crossed.size() == 1 &&
//            std::abs(crossed[0].at - 20.0) < 1e-9); // half way on a logarithmic scale
//     assert(crossed[0].lower&&* crossed[0].lower < 20.0 && crossed[0].upper && *crossed[0].upper < 40.0);
#pragma once

#include "unseen/base/level.hpp"

#include <optional>
#include <span>
#include <vector>

namespace unseen {

struct Crossing {
    double at = 0.0;               ///< the size at which the curves are equal
    std::optional<double> lower{}; ///< the lower limit of the interval; none if it lies beyond the smallest
                                   ///< size
    std::optional<double> upper{}; ///< the upper limit; none if it lies beyond the largest size
};

/// The places where the mean of `differences` changes its sign, in ascending order. Each trial has a
/// difference for every size (ascending, > 0). Between neighbouring sizes the differences of each trial are
/// interpolated linearly in the logarithm of the size. The interval has all sizes around the crossing at
/// which the corrected resampled t (Nadeau & Bengio 2003) does not reject equality: |mean| <= t(trials - 1) s
/// sqrt(1 / trials + test_train_ratio), where s is the trials' standard deviation there; as with Fieller's
/// limits, it may be open. Crossings without a rejection between them have the same interval. A mean that
/// only touches 0 has no crossing. O(sizes x trials).
std::vector<Crossing> crossings(std::span<const double> sizes,
                                std::span<const std::vector<double>> differences, double test_train_ratio,
                                Level level);

} // namespace unseen
