// Private: units of rows that are drawn or left out together.
#pragma once

#include "unseen/data/dataset.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace unseen {

/// The number of each row's unit, 0, 1, ... in the order of their first rows: the group, or without groups
/// every one of `rows` by itself.
std::vector<std::size_t> units_of(const Dataset& data, std::span<const Row> rows);

} // namespace unseen
