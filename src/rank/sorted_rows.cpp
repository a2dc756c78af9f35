#include "rank/sorted_rows.hpp"

#include "rank/ranking_of_counts.hpp"
#include "stats/radix_sort.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <bit>
#include <memory>
#include <utility>

namespace unseen {

struct SortedRows::Keyed {
    std::uint64_t key; ///< rises as the score falls
    std::uint32_t row;
    bool positive;
};

namespace {

bool has_weight(const PredictionView& view, std::size_t i)
{
    return view.weight.empty() || view.weight[i] > 0.0;
}

} // namespace

SortedRows::SortedRows(const PredictionView& view, std::uint32_t c, std::span<const std::uint32_t> unit_of)
{
    std::vector<Keyed> items;
    items.reserve(view.size());
    for (std::uint32_t i = 0; i < view.size(); ++i)
        if (has_weight(view, i))
            items.push_back({~ascending_key(view.score(i, c)), i, view.true_label[i] == c});
    sort(items);
    if (!unit_of.empty())
        for (auto& item : items_) item.row = unit_of[item.row];
}

SortedRows SortedRows::of_pairs(const PredictionView& view)
{
    const auto n_classes = view.classes->size();
    std::vector<Keyed> items;
    items.reserve(view.size() * n_classes);
    for (std::uint32_t i = 0; i < view.size(); ++i)
        for (std::uint32_t c = 0; c < n_classes && has_weight(view, i); ++c)
            items.push_back({~ascending_key(view.score(i, c)), i, view.true_label[i] == c});
    SortedRows pairs;
    pairs.sort(items);
    return pairs;
}

void SortedRows::sort(std::vector<Keyed>& items)
{
    {
        std::vector<Keyed> scratch(items.size());
        radix_sort(std::span(items), std::span(scratch), [](const Keyed& item) { return item.key; });
    }
    items_.reserve(items.size());
    for (std::size_t k = 0; k < items.size(); ++k) {
        const bool starts = k > 0 && items[k].key != items[k - 1].key;
        if (starts) ends_.push_back(static_cast<std::uint32_t>(k));
        if (starts || k == 0) scores_.push_back(std::bit_cast<std::uint64_t>(key_number(~items[k].key)));
        items_.push_back({items[k].row, static_cast<std::uint8_t>(items[k].positive ? 32 : 0),
                          static_cast<std::uint8_t>(starts)});
    }
    if (!items.empty()) ends_.push_back(static_cast<std::uint32_t>(items.size()));
}

template <class Times, class Visit>
void SortedRows::each_count(Times times, Visit visit) const
{
    std::uint64_t count = 0;
    std::size_t b = 0;
    for (const Item item : items_) {
        if (item.starts != 0) {
            visit(b++, count);
            count = 0;
        }
        count += static_cast<std::uint64_t>(times(item.row)) << item.shift;
    }
    if (!items_.empty()) visit(b, count);
}

void SortedRows::count(std::span<const std::uint32_t> times, std::vector<std::uint64_t>& counts) const
{
    counts.resize(blocks());
    std::size_t filled = 0;
    each_count([times](std::uint32_t row) { return times[row]; },
               [&](std::size_t, std::uint64_t count) {
                   counts[filled] = count; // overwritten by the next block if it is 0: faster than a branch,
                                           // which is hard to predict
                   filled += static_cast<std::size_t>(count != 0);
               });
    counts.resize(filled);
}

template <class Times>
Ranking SortedRows::counted(Times times) const
{
    auto scores = std::make_shared_for_overwrite<std::uint64_t[]>(blocks());
    auto counts = std::make_shared_for_overwrite<std::uint64_t[]>(blocks());
    std::size_t filled = 0;
    each_count(times, [&](std::size_t b, std::uint64_t count) {
        scores[filled] = scores_[b];
        counts[filled] = count;
        filled += static_cast<std::size_t>(count != 0);
    });
    return ranking_of_counts(std::move(scores), std::move(counts), filled);
}

Ranking SortedRows::ranking_of_repeats(std::span<const std::uint32_t> times) const
{
    return counted([times](std::uint32_t row) { return times[row]; });
}

Ranking SortedRows::ranking(std::span<const double> weights) const
{
    if (weights.empty()) return counted([](std::uint32_t) { return 1u; });
    std::vector<TieBlock> all;
    all.reserve(blocks());
    for (std::size_t b = 0; b < blocks(); ++b) {
        const auto items = block(b);
        const auto weight_if = [&](const Item& item, bool positive) {
            return item.positive() == positive ? weights[item.row] : 0.0;
        };
        const auto sum_if = [&](bool positive) {
            if (items.size() == 1) return weight_if(items[0], positive);
            ExactSum sum;
            for (const auto& item : items) sum.add(weight_if(item, positive));
            return sum.value();
        };
        all.push_back({std::bit_cast<double>(scores_[b]), sum_if(true), sum_if(false)});
    }
    return Ranking(all);
}

bool SortedRows::add_influences(const RankFigure& figure, std::span<const double> weights,
                                std::span<double> rows) const
{
    const auto of_blocks = figure.influences(ranking(weights));
    for (std::size_t b = 0; b < of_blocks.size(); ++b)
        for (const auto& item : block(b))
            rows[item.row] += (weights.empty() ? 1.0 : weights[item.row]) *
                              (item.positive() ? of_blocks[b].positive : of_blocks[b].negative);
    return !of_blocks.empty();
}

std::vector<std::uint32_t> SortedRows::doubled_midranks(std::size_t rows) const
{
    std::vector<std::uint32_t> ranks(rows, 0);
    const std::size_t n = items_.size();
    for (std::size_t b = 0; b < blocks(); ++b) {
        const std::size_t end = ends_[b];
        const std::size_t begin = end - block(b).size();
        for (const auto& item : block(b))
            ranks[item.row] = static_cast<std::uint32_t>((n - end + 1) + (n - begin));
    }
    return ranks;
}

} // namespace unseen
