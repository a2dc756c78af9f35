// Private: the names of the settings of a state of looks at any time that are no roles of columns.
#pragma once

namespace unseen::setting {

inline constexpr const char* judges = "judges";
inline constexpr const char* measure = "measure";
inline constexpr const char* range = "range";
inline constexpr const char* better = "better";
inline constexpr const char* level = "level";
inline constexpr const char* require_level = "require_level";
inline constexpr const char* models = "models";

} // namespace unseen::setting
