#include "learn/tree/node_rows.hpp"

#include "learn/tree/divide.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <bit>

namespace unseen::tree {

template <class Count>
std::size_t NodeRows<Count>::load(const RowSet& train)
{
    if (train.size() == 0) throw LearnerError("tree: there are no training rows");
    // Squares of counts must fit into 64 bits.
    if (train.size() >= std::uint64_t{1} << 31)
        throw LearnerError("tree: there are 2^31 or more training rows; expected fewer");
    if (train.universe() > data_.rows) throw LearnerError("tree: some training rows have no response");
    const std::size_t p = data_.features.size();
    using Weight = typename decltype(counted_.weight)::value_type;
    counted_.weight.assign(data_.rows, 0);
    s_.goes_left.resize(data_.rows);
    std::size_t n = 0;
    s_.rows.clear();
    const bool listed = data_.any_categorical || on_demand_;
    train.for_each([&](Row r, std::uint32_t count) {
        const auto weight = data_.weights.empty() ? static_cast<Weight>(count)
                                                  : static_cast<Weight>(count * data_.weights[r]);
        if (!(weight > 0)) return;
        counted_.weight[r] = weight;
        if (listed) s_.rows.push_back(r);
        ++n;
    });
    if (n == 0) throw LearnerError("tree: all training rows have weight 0");
    if (listed) { s_.row_buffer.resize(n + 1); }
    if (s_.buffer.size() < n + 1) s_.buffer.resize(n + 1);
    if (on_demand_) {
        s_.in_node.assign(data_.rows, 0);
        if (s_.entries.size() < n + 1) s_.entries.resize(n + 1);
        return n;
    }
    s_.begin_of.assign(p, 0);
    std::size_t numeric = 0;
    for (std::size_t j = 0; j < p; ++j)
        if (data_.features[j].numeric()) s_.begin_of[j] = n * numeric++;
    // One element more than needed, because the filter writes a row before it knows whether the row counts.
    if (s_.entries.size() < n * numeric + 1) s_.entries.resize(n * numeric + 1);
    for (std::size_t j = 0; j < p; ++j) {
        Entry* to = s_.entries.data() + s_.begin_of[j];
        for (const Entry entry : data_.features[j].order) {
            *to = entry;
            to += counted_.weight[row_of(entry)] != 0 ? 1 : 0;
        }
    }
    return n;
}

/// The cells of a node, ascending by rank, in stable order. They are found by counting if the ranks are close
/// together, by filtering the sorted column, or for few rows by sorting.
template <class Count>
std::span<const Entry> NodeRows<Count>::sorted_entries(const Feature& feature, const OpenNode& node)
{
    const auto own = rows(node);
    const std::size_t n = own.size();
    Entry* const cells = s_.buffer.data();
    Entry* const sorted = s_.entries.data();
    std::uint32_t lowest = Entry::missing;
    std::uint32_t highest = 0;
    for (std::size_t i = 0; i < n; ++i) {
        cells[i] = {feature.ranks[own[i]], data_.tags[own[i]]};
        lowest = std::min(lowest, cells[i].rank);
        highest = std::max(highest, cells[i].rank);
    }
    if (lowest == highest) return {cells, n};
    const std::size_t span = highest - lowest + std::size_t{1};
    if (span <= 4 * n) {
        s_.places.assign(span + 1, 0);
        for (std::size_t i = 0; i < n; ++i) ++s_.places[cells[i].rank - lowest + 1];
        for (std::size_t i = 1; i < span; ++i) s_.places[i] += s_.places[i - 1];
        for (std::size_t i = 0; i < n; ++i) sorted[s_.places[cells[i].rank - lowest]++] = cells[i];
    } else if (2 * n * std::bit_width(n) > data_.rows) {
        for (const Row row : own) s_.in_node[row] = 1;
        Entry* to = sorted;
        for (const Entry entry : feature.order) {
            *to = entry; // written before it is known whether the row counts; there is room for one more
            to += s_.in_node[row_of(entry)];
        }
        for (const Row row : own) s_.in_node[row] = 0;
    } else {
        std::copy_n(cells, n, sorted);
        std::sort(sorted, sorted + n,
                  [](Entry a, Entry b) { return a.rank != b.rank ? a.rank < b.rank : a.tag < b.tag; });
    }
    return {sorted, n};
}

template <class Count>
std::span<const Entry> NodeRows<Count>::known_entries(std::uint32_t feature, const OpenNode& node,
                                                      Totals<Count>& known)
{
    const auto cells = on_demand_ ? sorted_entries(data_.features[feature], node) : entries(feature, node);
    const Entry* const begin = cells.data();
    const Entry* end = begin + cells.size();
    if (end[-1].rank != Entry::missing) return {begin, end};
    counted_.known_counts = counted_.node_counts;
    known.counts = counted_.known_counts;
    for (; end != begin && end[-1].rank == Entry::missing; --end) leave_out(row_of(end[-1]), known);
    // Sums of numbers are added up again, as the search does, because a subtraction would leave rounding
    // errors of the removed rows.
    if (data_.classes == 0) {
        known.sum = 0.0;
        for (const Entry* entry = begin; entry != end; ++entry)
            known.sum += static_cast<double>(counted_.weight[row_of(*entry)]) * data_.centred[row_of(*entry)];
    }
    return {begin, end};
}

template <class Count>
void NodeRows<Count>::leave_out(Row row, Totals<Count>& known)
{
    known.rows -= counted_.weight[row];
    if (data_.classes > 0)
        counted_.known_counts[static_cast<std::size_t>(data_.class_codes[row])] -= counted_.weight[row];
}

template <class Count>
void NodeRows<Count>::fill_groups(const Feature& feature, const OpenNode& node, Totals<Count>& known)
{
    auto& groups = counted_.groups;
    const std::size_t classes = data_.classes;
    if (groups.rows.size() < feature.labels) {
        groups.rows.resize(feature.labels, 0);
        groups.counts.resize(feature.labels * classes, 0);
        groups.sums.resize(feature.labels, 0.0);
    }
    groups.present.clear();
    counted_.known_counts = counted_.node_counts;
    known.counts = counted_.known_counts;
    double sum = 0.0;
    for (std::size_t i = node.begin; i < node.end; ++i) {
        const Row row = s_.rows[i];
        if (feature.codes[row] < 0) {
            leave_out(row, known);
            continue;
        }
        const auto code = static_cast<std::uint32_t>(feature.codes[row]);
        const auto weight = counted_.weight[row];
        if (groups.rows[code] == 0) groups.present.push_back(code);
        groups.rows[code] += weight;
        if (classes > 0) {
            groups.counts[code * classes + static_cast<std::size_t>(data_.class_codes[row])] += weight;
        } else {
            groups.sums[code] += static_cast<double>(weight) * data_.centred[row];
            sum += static_cast<double>(weight) * data_.centred[row];
        }
    }
    if (static_cast<double>(known.rows) != node.rows) known.sum = sum;
    std::sort(groups.present.begin(), groups.present.end());
}

template <class Count>
void NodeRows<Count>::empty_groups()
{
    const std::size_t classes = data_.classes;
    for (const auto code : counted_.groups.present) {
        counted_.groups.rows[code] = 0;
        counted_.groups.sums[code] = 0.0;
        std::fill_n(counted_.groups.counts.begin() + static_cast<std::ptrdiff_t>(code * classes), classes, 0);
    }
}

template <class Count>
void NodeRows<Count>::partition(const OpenNode& node, bool open_left, bool open_right)
{
    if (data_.any_categorical || on_demand_)
        divide(s_.rows.data() + node.begin, node.end - node.begin, s_.row_buffer.data(), s_.goes_left.data(),
               open_left, open_right, [](Row row) { return row; });
    if (on_demand_) return;
    const std::size_t p = data_.features.size();
    const std::uint8_t* const side = s_.goes_left.data();
    const std::uint32_t* const active = s_.active.data() + p * (node.depth + 1);
    const auto row_of_entry = [mask = row_mask_](Entry entry) { return entry.tag & mask; };
    for (std::uint32_t i = 0; i < s_.active_count[node.depth + 1]; ++i) {
        if (!data_.features[active[i]].numeric()) continue;
        Entry* const first = s_.entries.data() + s_.begin_of[active[i]] + node.begin;
        divide(first, node.end - node.begin, s_.buffer.data(), side, open_left, open_right, row_of_entry);
    }
}

template class NodeRows<std::int64_t>;
template class NodeRows<double>;

} // namespace unseen::tree
