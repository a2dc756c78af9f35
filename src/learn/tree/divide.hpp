// Private: the partition of sorted cells between the two sides of a split.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace unseen::tree {

/// Partitions stably: the items whose side is 1 come first. A side that is not kept is dropped. Without
/// branches: each item is written to both places, and one copy is kept.
template <class Item, class RowOf>
void divide(Item* items, std::size_t n, Item* buffer, const std::uint8_t* side, bool keep_left,
            bool keep_right, RowOf row_of_item)
{
    std::size_t left = 0;
    if (keep_left && keep_right) {
        std::size_t right = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const Item item = items[i];
            const std::size_t goes_left = side[row_of_item(item)];
            items[left] = item;
            buffer[right] = item;
            left += goes_left;
            right += 1 - goes_left;
        }
        std::memcpy(items + left, buffer, right * sizeof(Item));
    } else {
        const std::uint8_t kept = keep_left ? 1 : 0;
        for (std::size_t i = 0; i < n; ++i) {
            const Item item = items[i];
            items[left] = item;
            left += side[row_of_item(item)] == kept ? 1 : 0;
        }
    }
}

} // namespace unseen::tree
