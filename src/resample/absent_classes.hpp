// Private: classes that the training rows of splits lack.
#pragma once

#include "unseen/resample/plan.hpp"

#include <vector>

namespace unseen {

/// The warning `class_absent_from_training`, with the number of splits whose training rows lack a class. None
/// if the plan has warned of it, for stratified folds of rows, and for folds of one row. At most about 10^8
/// rows are visited: the splits after these are not looked at. O(splits x classes), and where training rows
/// are listed O(splits x rows), in addition to making the splits.
std::vector<Warning> absent_classes(const Plan& plan, const Dataset& data);

} // namespace unseen
