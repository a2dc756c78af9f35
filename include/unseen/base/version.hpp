// The version of the library and of its outside contract.
#pragma once

#include <string_view>

namespace unseen {

/// Semantic version of this build, for example "0.1.0".
std::string_view version();

/// Version of the JSON answers; it changes when a key changes its meaning or goes away.
inline constexpr int json_schema = 1;

} // namespace unseen
