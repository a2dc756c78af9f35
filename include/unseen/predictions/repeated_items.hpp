// The values of items that were judged several times: by epochs, seeds or judges.
//
// Example:
//
//     const RepeatedItems items{.values = {{1, 1, 0}, {1, 0, 0}}, .runs = true};
//     assert(items.rows() == 6 && items.most_repeats() == 3);
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace unseen {

/// The values of each item, in the order of the items. No list is empty.
struct RepeatedItems {
    std::vector<std::vector<double>> values{};
    /// Each repeat has a value of every item, and these stand in the same order: a repeat may be a run of its
    /// own, on which its values depend.
    bool runs = false;

    std::size_t rows() const
    {
        std::size_t all = 0;
        for (const auto& of_item : values) all += of_item.size();
        return all;
    }
    std::size_t most_repeats() const
    {
        std::size_t most = 0;
        for (const auto& of_item : values) most = std::max(most, of_item.size());
        return most;
    }
};

} // namespace unseen
