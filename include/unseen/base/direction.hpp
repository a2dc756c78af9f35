// The direction in which a figure is better.
//
// Example:
//
//     const auto better = [](Direction d, double a, double b) {
//         return d == Direction::lower_is_better ? a < b : a > b;
//     };
//     assert(better(Direction::lower_is_better, 0.1, 0.2));
#pragma once

namespace unseen {

/// Whether a smaller or a larger figure is better.
enum class Direction { lower_is_better, higher_is_better };

} // namespace unseen
