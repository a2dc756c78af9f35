#include "estimate/replicates.hpp"

#include <algorithm>

namespace unseen {

Replicates Replicates::of(std::span<const Value> values)
{
    Replicates result;
    for (const auto& value : values) {
        if (value)
            result.sorted.push_back(value.number());
        else
            ++result.undefined;
    }
    std::sort(result.sorted.begin(), result.sorted.end());
    return result;
}

} // namespace unseen
