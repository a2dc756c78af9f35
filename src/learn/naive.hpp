// Private: forecasts by the last known value.
#pragma once

#include "unseen/data/dataset.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace unseen {

/// The place of the feature that holds the target as it is known when a row is forecast, of the same season
/// (1: the last value); none if it is not among the features.
std::optional<std::size_t> known_value(const Dataset& data, std::uint64_t season = 1);

} // namespace unseen
