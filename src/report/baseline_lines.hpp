// Private: the figures of baselines, in lines of text.
#pragma once

#include "unseen/estimate/estimate.hpp"
#include "unseen/report/answer.hpp"

#include <string>
#include <vector>

namespace unseen {

/// The baselines of the estimates, "cv, loo: error_rate 0.3490 (always saying 'no')". Empty if all are
/// themselves among the learners.
std::vector<std::string> baseline_lines(const std::vector<Estimate>& all);

/// The note that has them, under its title.
Note baseline_note(std::vector<std::string> lines);

} // namespace unseen
