#include "learn/units.hpp"

#include <cstdint>
#include <unordered_map>

namespace unseen {

std::vector<std::size_t> units_of(const Dataset& data, std::span<const Row> rows)
{
    const auto groups = data.groups();
    std::unordered_map<std::uint32_t, std::size_t> places;
    std::vector<std::size_t> units;
    for (const Row row : rows)
        units.push_back(groups.empty() ? units.size()
                                       : places.emplace(groups[row], places.size()).first->second);
    return units;
}

} // namespace unseen
