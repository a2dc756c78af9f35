#include "measure/repeated_rows.hpp"

#include "measure/ranking_of_counts.hpp"

#include <bit>
#include <memory>
#include <utility>

namespace unseen {

RepeatedRows::RepeatedRows(const PredictionView& view, std::uint32_t c, std::span<const std::uint32_t> unit_of)
{
    const auto order = order_of_rows(view, c);
    items_.reserve(order.items.size());
    scores_.reserve(order.items.size());
    for (std::size_t b = 0; b < order.blocks(); ++b)
        for (auto k = order.begin_of(b); k < order.ends[b]; ++k) {
            const auto row = order.items[k];
            const bool positive = view.true_label[row] == c;
            const auto unit = unit_of.empty() ? row : unit_of[row];
            items_.push_back(
                {unit, static_cast<std::uint8_t>(positive ? 32 : 0), static_cast<std::uint8_t>(k == order.begin_of(b))});
            scores_.push_back(std::bit_cast<std::uint64_t>(view.score(row, c) + 0.0));
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
        count += static_cast<std::uint64_t>(times[item.unit]) << item.shift;
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
    auto scores = std::make_shared_for_overwrite<std::uint64_t[]>(items_.size() + 1);
    auto counts = std::make_shared_for_overwrite<std::uint64_t[]>(items_.size() + 1);
    std::size_t blocks = 0;
    each_block(times, [&](std::size_t k, std::uint64_t count) {
        scores[blocks] = scores_[k == 0 ? 0 : k - 1];
        counts[blocks] = count;
        blocks += static_cast<std::size_t>(count != 0);
    });
    return ranking_of_counts(std::move(scores), std::move(counts), blocks);
}

} // namespace unseen
