// The randomised classifier's limits, which several bounds begin with.
#pragma once

#include "unseen/base/delta.hpp"
#include "unseen/base/error_count.hpp"

#include <span>

namespace unseen::bound::detail {

/// Throws InputError for no members and for errors > rows.
void check_members(std::span<const ErrorCount> members);

/// Mean of the members' empirical errors; members without rows are left out.
double mean_rate(std::span<const ErrorCount> members);

/// Mean of the members' inverse binomial tails at delta / members; 1 and 0 for a member without rows.
double tails_upper(std::span<const ErrorCount> members, Delta delta);
double tails_lower(std::span<const ErrorCount> members, Delta delta);

} // namespace unseen::bound::detail
