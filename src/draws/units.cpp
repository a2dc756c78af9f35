#include "draws/units.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
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

/// Rows in ascending order of their clusters, those of one cluster as they were. By counting, unless there
/// are far more clusters than rows.
void sort_by_cluster(std::vector<std::uint32_t>& rows, std::span<const std::uint32_t> cluster)
{
    std::uint32_t last = 0;
    for (const auto i : rows) last = std::max(last, cluster[i]);
    if (last / 8 > rows.size()) {
        std::ranges::stable_sort(rows, {}, [&](std::uint32_t i) { return cluster[i]; });
        return;
    }
    std::vector<std::size_t> begin(last + std::size_t{2}, 0);
    for (const auto i : rows) ++begin[cluster[i] + std::size_t{1}];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    std::vector<std::uint32_t> sorted(rows.size());
    for (const auto i : rows) sorted[begin[cluster[i]]++] = i;
    rows = std::move(sorted);
}

} // namespace

Units::Units(std::vector<std::uint32_t> rows, std::span<const std::uint32_t> cluster) : rows_(std::move(rows))
{
    if (cluster.empty()) return;
    sort_by_cluster(rows_, cluster);
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
    for (std::size_t u = 0; u < units.size(); ++u)
        sums.push_back(sum_over(units.rows_of(u), [&](std::uint32_t i) { return of_rows[i]; }));
    return sums;
}

} // namespace unseen
