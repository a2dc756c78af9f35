// Which way a figure points.
#pragma once

namespace unseen {

/// Whether a smaller or a larger figure is better.
enum class Direction { lower_is_better, higher_is_better };

} // namespace unseen
