// Private: hashes that are equal for rows of equal content.
#pragma once

#include "unseen/data/dataset.hpp"

#include <cstdint>
#include <vector>

namespace unseen {

/// The parts of a row that are compared.
enum class RowContent { features, features_and_response };

/// A hash of 64 bits for each row of the dataset; missing cells equal each other. Two of a million different
/// rows have one hash with probability 3e-8. O(cells).
std::vector<std::uint64_t> row_hashes(const Dataset& data, RowContent content);

} // namespace unseen
