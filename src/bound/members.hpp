// Private: limits of the randomised classifier, on which several bounds are based.
#pragma once

#include "unseen/base/delta.hpp"
#include "unseen/base/error_count.hpp"

#include <span>

namespace unseen::bound::detail {

/// Throws InputError if there is no member, or errors > rows.
void check_members(std::span<const ErrorCount> members);

/// The mean of the members' empirical errors. Members without rows are left out.
double mean_rate(std::span<const ErrorCount> members);

/// The mean of the members' inverse binomial tails at delta / members. A member without rows has the limits 1
/// and 0.
double tails_upper(std::span<const ErrorCount> members, Delta delta);
double tails_lower(std::span<const ErrorCount> members, Delta delta);

} // namespace unseen::bound::detail
