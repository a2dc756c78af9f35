#include "measure/repeated_rows.hpp"

namespace unseen {

RepeatedRows::RepeatedRows(const PredictionView& view, std::uint32_t c)
{
    const auto order = order_of_rows(view, c);
    items_.reserve(order.items.size());
    scores_.reserve(order.items.size());
    for (std::size_t b = 0; b < order.blocks(); ++b)
        for (auto k = order.begin_of(b); k < order.ends[b]; ++k) {
            const auto row = order.items[k];
            const bool positive = view.true_label[row] == c;
            items_.push_back(
                {row, static_cast<std::uint8_t>(positive ? 32 : 0), static_cast<std::uint8_t>(k == order.begin_of(b))});
            scores_.push_back(view.score(row, c));
        }
}

RepeatedRows::RepeatedRows(const PredictionView& view)
{
    const auto order = order_of_pairs(view);
    const auto n_classes = static_cast<std::uint32_t>(view.classes->size());
    items_.reserve(order.items.size());
    for (std::size_t b = 0; b < order.blocks(); ++b)
        for (auto k = order.begin_of(b); k < order.ends[b]; ++k) {
            const auto row = order.items[k] / n_classes;
            const bool positive = view.true_label[row] == order.items[k] % n_classes;
            items_.push_back(
                {row, static_cast<std::uint8_t>(positive ? 32 : 0), static_cast<std::uint8_t>(k == order.begin_of(b))});
        }
}

template <class Visit>
void RepeatedRows::each_block(std::span<const std::uint32_t> times, Visit visit) const
{
    std::uint64_t count = 0;
    for (std::size_t k = 0; k < items_.size(); ++k) {
        const Item item = items_[k];
        if (item.starts != 0) {
            visit(k, count);
            count = 0;
        }
        count += static_cast<std::uint64_t>(times[item.row]) << item.shift;
    }
    visit(items_.size(), count);
}

void RepeatedRows::count(std::span<const std::uint32_t> times, std::vector<std::uint64_t>& counts) const
{
    counts.resize(items_.size() + 1);
    std::size_t blocks = 0;
    each_block(times, [&](std::size_t, std::uint64_t count) {
        counts[blocks] = count; // and again, if it was 0: a branch would be guessed wrongly too often
        blocks += static_cast<std::size_t>(count != 0);
    });
    counts.resize(blocks);
}

Ranking RepeatedRows::ranking(std::span<const std::uint32_t> times) const
{
    std::vector<TieBlock> blocks(items_.size() + 1);
    std::size_t n = 0;
    each_block(times, [&](std::size_t k, std::uint64_t count) {
        blocks[n] = {scores_[k == 0 ? 0 : k - 1], static_cast<double>(count >> 32), static_cast<double>(count & 0xffffffff)};
        n += static_cast<std::size_t>(count != 0);
    });
    blocks.resize(n);
    return Ranking(blocks);
}

} // namespace unseen
