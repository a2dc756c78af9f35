#include "draws/units.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace unseen {

namespace {

/// A hash of a row's content (the mixer of SplitMix64; Steele, Lea & Flood 2014).
std::uint64_t content_of(const PredictionView& view, std::size_t i)
{
    std::uint64_t hash = 0;
    const auto add = [&](std::uint64_t bits) {
        hash = (hash ^ bits) + 0x9e3779b97f4a7c15;
        hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9;
        hash = (hash ^ (hash >> 27)) * 0x94d049bb133111eb;
        hash ^= hash >> 31;
    };
    const auto add_cells = [&](std::span<const double> cells) {
        const auto width = cells.size() / view.size();
        for (std::size_t c = 0; c < width; ++c)
            add(std::bit_cast<std::uint64_t>(cells[i * width + c] + 0.0)); // -0 is 0
    };
    if (!view.true_label.empty()) add(view.true_label[i]);
    if (!view.label.empty()) add(view.label[i]);
    std::array<double, 2> two;
    if (!view.scores.empty())
        for (const double s : view.class_scores(i, two)) add(std::bit_cast<std::uint64_t>(s + 0.0));
    for (const auto& cells : {view.true_value, view.value, view.weight}) add_cells(cells);
    return hash;
}

void sort_by_content(const PredictionView& view, std::vector<std::uint32_t>& rows)
{
    std::vector<std::pair<std::uint64_t, std::uint32_t>> keys;
    keys.reserve(rows.size());
    for (const auto i : rows) keys.emplace_back(content_of(view, i), i);
    std::sort(keys.begin(), keys.end());
    for (std::size_t k = 0; k < keys.size(); ++k) rows[k] = keys[k].second;
}

} // namespace

Units::Units(std::vector<std::uint32_t> rows, std::span<const std::uint32_t> cluster) : rows_(std::move(rows))
{
    if (cluster.empty()) return;
    std::stable_sort(rows_.begin(), rows_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return cluster[a] < cluster[b]; });
    begins_.push_back(0);
    for (std::size_t i = 1; i <= rows_.size(); ++i)
        if (i == rows_.size() || cluster[rows_[i]] != cluster[rows_[i - 1]]) begins_.push_back(i);
}

std::vector<std::uint32_t> Units::of_rows() const
{
    std::vector<std::uint32_t> units(
        rows_.empty() ? 0 : *std::max_element(rows_.begin(), rows_.end()) + std::size_t{1});
    for (std::uint32_t u = 0; u < size(); ++u)
        for (const auto i : rows_of(u)) units[i] = u;
    return units;
}

Units units_of(const PredictionView& view, std::span<const std::uint32_t> cluster)
{
    std::vector<std::uint32_t> rows;
    for (std::uint32_t i = 0; i < view.size(); ++i)
        if (view.weight_of(i) > 0.0) rows.push_back(i);
    if (cluster.empty()) sort_by_content(view, rows);
    return Units(std::move(rows), cluster);
}

std::vector<double> sums_over(const Units& units, std::span<const double> of_rows)
{
    std::vector<double> sums;
    sums.reserve(units.size());
    for (std::size_t u = 0; u < units.size(); ++u) {
        const auto rows = units.rows_of(u);
        if (rows.size() == 1) { // a short cut with the same result
            sums.push_back(of_rows[rows[0]]);
            continue;
        }
        ExactSum sum;
        for (const auto i : rows) sum.add(of_rows[i]);
        sums.push_back(sum.value());
    }
    return sums;
}

} // namespace unseen
