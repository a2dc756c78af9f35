// Private: the warning of intervals that rest on hardly any independent draws.
#pragma once

#include "unseen/base/warning.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace unseen {

/// `few_clusters` if there are fewer than ten (METHODS I.4).
inline std::vector<Warning> few_clusters_warning(std::uint64_t clusters)
{
    if (clusters >= 10) return {};
    return {{"few_clusters", "only " + std::to_string(clusters) +
                                 " clusters: intervals that take clusters for the independent draws are too short with so few"}};
}

} // namespace unseen
