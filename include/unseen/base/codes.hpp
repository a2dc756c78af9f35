// The tables of all codes that results carry.
//
// Example:
//
//     assert(find_reason("no_rows") == &reasons::no_rows);
//     assert(find_reason("no_such_code") == nullptr);
#pragma once

#include "unseen/base/failures.hpp"
#include "unseen/base/reasons.hpp"
#include "unseen/base/warnings.hpp"

#include <span>
#include <string_view>

namespace unseen {

/// All reasons why a value or an interval does not exist. All tables here are sorted by name.
std::span<const Reason* const> reason_codes();
/// All codes of Warning.
std::span<const WarningCode* const> warning_codes();
/// All codes of a failed fit (Failure, LearnerError). A user's own learner may use others.
std::span<const FailureCode* const> failure_codes();

/// The reason called `name`, which was read from a file; null if it is not in the table.
const Reason* find_reason(std::string_view name);

} // namespace unseen
