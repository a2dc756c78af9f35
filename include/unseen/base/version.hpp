// The version of the library and of its JSON answers.
//
// Example:
//
//     std::cout << "unseen " << version() << ", answers of schema " << json_schema << '\n';
//     assert(version().find('.') != std::string_view::npos);
#pragma once

#include <string_view>

namespace unseen {

/// Semantic version of this build, for example "0.1.0".
std::string_view version();

/// Version of the JSON answers. It increases when a key changes its meaning or is removed.
inline constexpr int json_schema = 2;

} // namespace unseen
