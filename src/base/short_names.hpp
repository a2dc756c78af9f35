// Private: names of files for people.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace unseen {

/// The part of a path behind its last slash.
inline std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// The base names of the paths; for those that share one, the paths.
inline std::vector<std::string> short_names(const std::vector<std::string>& paths)
{
    std::vector<std::string> names;
    for (const auto& path : paths) {
        const auto base = base_name(path);
        const bool alone = std::ranges::none_of(
            paths, [&](const auto& other) { return other != path && base_name(other) == base; });
        names.emplace_back(alone ? std::string(base) : path);
    }
    return names;
}

} // namespace unseen
