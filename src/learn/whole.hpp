// Private: learners that refuse missing cells.
#pragma once

#include "unseen/data/dataset.hpp"

#include <string>
#include <vector>

namespace unseen {

/// Throws InputError: the feature of `learner` has a missing cell in that row.
[[noreturn]] void refuse_missing(const std::string& learner, const Column& feature, std::size_t row);

/// Throws InputError if a feature of `learner` has a missing cell. O(cells).
void require_whole(const Dataset& data, const std::string& learner);

/// The names of the features with a missing cell, in their order. O(cells).
std::vector<std::string> features_with_missing_cells(const Dataset& data);

} // namespace unseen
