// The values of items that were judged several times: by epochs, seeds or judges.
//
// Example:
//
//     const RepeatedItems items{.values = {{1, 1, 0}, {1, 0}}, .run = {{0, 1, 2}, {0, 2}}};
//     assert(items.rows() == 5 && items.most_repeats() == 3 && items.runs() == 3);
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace unseen {

/// The values of each item, in the order of the items. No list is empty.
struct RepeatedItems {
    std::vector<std::vector<double>> values{};
    /// The number of each value's repeat, from 0: repeats with one number may be a run of their own, on which
    /// its values depend. Empty: each value is a draw of its own.
    std::vector<std::vector<std::uint32_t>> run{};

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
    /// One more than the largest number of a run.
    std::size_t runs() const
    {
        std::size_t all = 0;
        for (const auto& of_item : run)
            for (const auto r : of_item) all = std::max<std::size_t>(all, r + 1);
        return all;
    }
};

} // namespace unseen
