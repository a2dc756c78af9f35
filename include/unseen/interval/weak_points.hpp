// Where the methods of the table of intervals do not hold.
//
// Example:
//
//     assert(weak_point("exact_binomial").starts_with("rows are not independent draws"));
//     assert(weak_point("no such method").empty());
#pragma once

#include <string_view>

namespace unseen {

/// When intervals by this method cover less often than their level, as a clause: the column "fails when" of
/// docs/VALIDITY.md. Empty for an unknown name.
std::string_view weak_point(std::string_view method);

} // namespace unseen
