#include "unseen/base/labels.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <numeric>

namespace unseen {

Labels::Labels(std::vector<std::string> names)
{
    for (auto& name : names) {
        const auto size = names_.size();
        add(name);
        require(names_.size() > size, "label '" + name + "' occurs twice");
    }
}

std::optional<std::uint32_t> Labels::code(std::string_view name) const
{
    const auto it = codes_.find(name);
    if (it == codes_.end()) return std::nullopt;
    return it->second;
}

std::uint32_t Labels::add(std::string_view name)
{
    if (const auto known = code(name)) return *known;
    const auto fresh = static_cast<std::uint32_t>(names_.size());
    names_.emplace_back(name);
    codes_.emplace(names_.back(), fresh);
    return fresh;
}

std::vector<std::string> sorted_labels(std::vector<std::string> names)
{
    std::vector<double> values;
    for (const auto& name : names) {
        const auto number = parse_number(name);
        if (!number) {
            std::sort(names.begin(), names.end());
            return names;
        }
        values.push_back(*number);
    }
    std::vector<std::size_t> order(names.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // "1" and "1.0" are equal numbers but two labels. They are sorted bytewise, so that the order is total.
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return values[a] != values[b] ? values[a] < values[b] : names[a] < names[b];
    });
    std::vector<std::string> sorted;
    for (const auto i : order) sorted.push_back(std::move(names[i]));
    return sorted;
}

} // namespace unseen
