// Private: the search for the best split of one feature at a node.
#pragma once

#include "learn/tree/measure.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>

namespace unseen::tree {

/// With more than two classes, all subsets are tried for up to this many categories at a node: 2^9 - 1 = 511
/// divisions.
constexpr std::size_t most_subset_categories = 10;

/// A cut of a sorted feature: values with rank <= below go left, values with rank >= above go right.
struct Cut {
    std::uint32_t below = 0;
    std::uint32_t above = 0;
};

/// Tries every cut between neighbouring distinct values of `known` (ascending), smallest first. True if one
/// is better than the best split of `measure` so far; it is then in `cut`. `weight` has the multiplicity of
/// each row; it is read only if `weighted`.
template <bool weighted, class Measure, class Weight>
bool search_cuts(Measure& measure, std::span<const Entry> known, const Weight* weight, std::uint32_t row_mask,
                 Cut& cut)
{
    Measure m = measure; // a local copy stays in registers
    auto left = m.nothing();
    bool found = false;
    const Entry* entry = known.data();
    const Entry* const last = entry + known.size() - 1;
    for (; entry != last; ++entry) {
        m.add(left, *entry, weighted ? weight[entry->tag & row_mask] : 1);
        if (entry[0].rank == entry[1].rank || !m.consider(left)) continue;
        found = true;
        cut = {entry[0].rank, entry[1].rank};
    }
    measure = m;
    return found;
}

/// Tries every cut of the categories in `order`. If one is better than the best split of `measure` so far,
/// its left part goes to `left`.
template <class Measure>
bool search_order(Measure& measure, const Groups<typename Measure::Count>& groups,
                  std::span<const std::uint32_t> order, std::vector<std::uint32_t>& left)
{
    auto sums = measure.nothing();
    std::size_t best = 0;
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
        measure.add_group(sums, groups, order[i]);
        if (measure.consider(sums)) best = i + 1;
    }
    if (best == 0) return false;
    left.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(best));
    return true;
}

/// Tries every division of the present categories in two, with the last category on the right. Left sets are
/// tried in the order of their binary numbers, in which the first category has value 1, the second 2, the
/// third 4, and so on.
template <class Measure>
bool search_subsets(Measure& measure, const Groups<typename Measure::Count>& groups,
                    std::vector<std::uint32_t>& left)
{
    const auto& present = groups.present;
    const std::uint32_t end = std::uint32_t{1} << (present.size() - 1);
    auto sums = measure.nothing();
    std::uint32_t best = 0;
    for (std::uint32_t set = 1; set < end; ++set) {
        const std::uint32_t changed =
            set ^ (set - 1); // the lowest zero has become one, and the ones below it zero
        for (std::size_t i = 0; (changed >> i) != 0; ++i)
            measure.add_group(sums, groups, present[i], ((set >> i) & 1) != 0 ? 1 : -1);
        if (measure.consider(sums)) best = set;
    }
    if (best == 0) return false;
    left.clear();
    for (std::size_t i = 0; i + 1 < present.size(); ++i)
        if (((best >> i) & 1) != 0) left.push_back(present[i]);
    return true;
}

/// Sorts the categories by the share of class `c`, of whole numbers exactly; ties by code.
template <class Count>
void order_by_share(const Groups<Count>& groups, std::size_t c, std::size_t classes,
                    std::vector<std::uint32_t>& order)
{
    order = groups.present;
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const Count of_a = groups.counts[a * classes + c];
        const Count of_b = groups.counts[b * classes + c];
        if constexpr (std::is_integral_v<Count>) return of_a * groups.rows[b] < of_b * groups.rows[a];
        return of_a / groups.rows[a] < of_b / groups.rows[b];
    });
}

template <class Count>
void order_by_mean(const Groups<Count>& groups, std::vector<std::uint32_t>& order)
{
    const auto mean = [&](std::uint32_t code) {
        return groups.sums[code] / static_cast<double>(groups.rows[code]);
    };
    order = groups.present;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return mean(a) < mean(b); });
}

/// Tries the binary splits of the present categories by the rules in tree_learner.cpp. `order` is scratch.
template <class Measure>
bool search_categories(Measure& measure, const Groups<typename Measure::Count>& groups,
                       const Totals<typename Measure::Count>& known, std::vector<std::uint32_t>& order,
                       std::vector<std::uint32_t>& left)
{
    if constexpr (std::is_same_v<Measure, SquaredError<typename Measure::Count>>) {
        order_by_mean(groups, order);
        return search_order(measure, groups, order, left);
    } else if constexpr (std::is_same_v<Measure, TwoClassGini>) {
        order_by_share(groups, 1, 2, order);
        return search_order(measure, groups, order, left);
    } else {
        if (known.counts.size() == 2) {
            order_by_share(groups, 1, 2, order);
            return search_order(measure, groups, order, left);
        }
        if (groups.present.size() <= most_subset_categories) return search_subsets(measure, groups, left);
        bool found = false;
        for (std::size_t c = 0; c < known.counts.size(); ++c) {
            if (known.counts[c] == 0) continue;
            order_by_share(groups, c, known.counts.size(), order);
            if (search_order(measure, groups, order, left)) found = true;
        }
        return found;
    }
}

} // namespace unseen::tree
