// Where the large public data sets are, which do not come with the project: tests over them skip where they
// are missing.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace unseen::test {

/// The path `relative` inside the folder shared/data, if it exists. The folder `shared` is the one that the
/// environment variable UNSEEN_SHARED names, else the one beside the project.
inline std::optional<std::filesystem::path> shared_data(const std::string& relative)
{
    const char* named = std::getenv("UNSEEN_SHARED");
    const std::filesystem::path shared = named != nullptr
                                             ? std::filesystem::path(named)
                                             : std::filesystem::path(UNSEEN_SOURCE_DIR) / ".." / "shared";
    const auto path = shared / "data" / relative;
    if (!std::filesystem::exists(path)) return std::nullopt;
    return path;
}

} // namespace unseen::test
