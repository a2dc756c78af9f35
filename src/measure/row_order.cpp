#include "measure/row_order.hpp"

#include "stats/radix_sort.hpp"

namespace unseen {

namespace {

struct Item {
    std::uint64_t key;
    std::uint32_t item;
};

RowOrder sorted(std::vector<Item>& items)
{
    {
        std::vector<Item> scratch(items.size());
        radix_sort(std::span(items), std::span(scratch), [](const Item& item) { return item.key; });
    }
    RowOrder order;
    order.items.reserve(items.size());
    for (std::size_t k = 0; k < items.size(); ++k) {
        if (k > 0 && items[k].key != items[k - 1].key) order.ends.push_back(static_cast<std::uint32_t>(k));
        order.items.push_back(items[k].item);
    }
    if (!items.empty()) order.ends.push_back(static_cast<std::uint32_t>(items.size()));
    return order;
}

bool counts(const PredictionView& view, std::size_t i) { return view.weight.empty() || view.weight[i] > 0.0; }

} // namespace

RowOrder order_of_rows(const PredictionView& view, std::uint32_t c)
{
    std::vector<Item> items;
    items.reserve(view.size());
    for (std::size_t i = 0; i < view.size(); ++i)
        if (counts(view, i)) items.push_back({~ascending_key(view.score(i, c)), static_cast<std::uint32_t>(i)});
    return sorted(items);
}

RowOrder order_of_pairs(const PredictionView& view)
{
    const auto n_classes = view.classes->size();
    std::vector<Item> items;
    items.reserve(view.size() * n_classes);
    for (std::size_t i = 0; i < view.size(); ++i)
        for (std::size_t c = 0; c < n_classes && counts(view, i); ++c)
            items.push_back({~ascending_key(view.score(i, c)), static_cast<std::uint32_t>(i * n_classes + c)});
    return sorted(items);
}

} // namespace unseen
