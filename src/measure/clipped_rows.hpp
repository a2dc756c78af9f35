// Private: the warning of a measure that some rows decide, because their loss is clipped.
#pragma once

#include "unseen/base/warning.hpp"
#include "unseen/measure/measure.hpp"

#include <cstdint>
#include <optional>

namespace unseen {

/// `clipped_rows` for a figure of `rows` rows of which `clipped` are clipped; `without`: the figure of the
/// others.
Warning clipped_warning(const Measure& measure, std::uint64_t clipped, std::uint64_t rows,
                        const Value& without);

/// The same for the figure of these predictions; none if no row is clipped. `without_figure`: whether the
/// figure of the other rows is that of one test set.
std::optional<Warning> clipped_warning(const Measure& measure, const PredictionView& predictions,
                                       bool without_figure);

} // namespace unseen
