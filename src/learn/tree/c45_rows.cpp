#include "learn/tree/c45_rows.hpp"

#include "learn/tree/c45_rules.hpp"
#include "unseen/base/error.hpp"

#include <algorithm>
#include <cmath>

namespace unseen::tree::c45 {

Shared::Shared(const Dataset& data, const Presorted& sorted)
    : presorted(sorted),
      weights(data.weights()),
      cells(cells_of(data, data)),
      classes(data.own_classes())
{
    for (std::size_t j = 0; j < cells.size(); ++j) {
        const auto& column = data.features()[j];
        declared.push_back(column.is_numeric() ? 0 : static_cast<std::uint32_t>(column.coded().own_labels()));
        place.push_back(numeric);
        numeric += column.is_numeric() ? 1 : 0;
        const auto& values = sorted.features[j].values;
        auto& near_of = near.emplace_back();
        if (values.empty()) continue;
        // The unit of a training set is this one or smaller.
        const double unit = unit_of_range(values.back() - values.front());
        for (std::size_t r = 0; r + 1 < values.size(); ++r)
            near_of.push_back(far_apart(values[r], values[r + 1], unit) ? 0 : 1);
        if (std::ranges::find(near_of, 1) == near_of.end()) near_of.clear();
    }
}

RowLists::RowLists(const Shared& shared, const RowSet& train) : shared_(shared), size_(train.size())
{
    if (train.size() == 0) throw LearnerError("tree: there are no training rows");
    if (train.universe() > shared.presorted.rows)
        throw LearnerError("tree: some training rows have no response");
    // The entropy terms of counts are looked up in a table with as many entries as there are rows.
    counting_ = !shared.weights.empty() || train.size() > shared.presorted.rows ? Counting::weights
                : train.repeats()                                               ? Counting::copies
                                                                                : Counting::once;
    copies_.assign(shared.presorted.rows, 0);
    branch_.resize(shared.presorted.rows);
    train.for_each([&](Row row, std::uint32_t count) { copies_[row] = count; });
    for (const auto& feature : shared.presorted.features) unit_.push_back(unit_in_training(feature));
    restart();
    double total = 0.0;
    for (const auto& [weight, row] : list_) total += weight;
    if (is_equal(total, 0.0))
        throw LearnerError("tree: the weights of the training rows sum to less than 1e-6");
    root_rows_ = list_.size();
}

double RowLists::unit_in_training(const Feature& feature) const
{
    if (!feature.numeric()) return 1.0;
    const auto is_known = [&](Entry entry) {
        return entry.rank != Entry::missing && copies_[entry.tag & shared_.presorted.row_mask()] != 0;
    };
    const auto& order = feature.order;
    const auto least = std::ranges::find_if(order, is_known);
    if (least == order.end()) return 1.0;
    const auto largest = std::ranges::find_if(order.rbegin(), order.rend(), is_known);
    return unit_of_range(feature.values[largest->rank] - feature.values[least->rank]);
}

void RowLists::restart()
{
    list_.clear();
    for (Row row = 0; row < shared_.presorted.rows; ++row)
        if (copies_[row] > 0)
            list_.push_back({.weight = copies_[row] * (shared_.weights.empty() ? 1.0 : shared_.weights[row]),
                             .row = row});
}

bool RowLists::deal(const Node& node, Segment segment, std::span<double> branches)
{
    const std::size_t classes = shared_.classes;
    const Cells& cells = shared_.cells[node.feature];
    std::ranges::fill(branches, 0.0);
    missing_.assign(classes, 0.0);
    bool missing = false;
    for (const auto& [weight, row] : rows(segment)) {
        std::uint32_t b = 0;
        if (node.numeric) {
            const double x = cells.values[row];
            b = std::isnan(x) ? missing_cell : is_within(x, node.threshold, node.unit) ? 0 : 1;
        } else {
            b = cells.codes[row] < 0 ? missing_cell : static_cast<std::uint32_t>(cells.codes[row]);
        }
        branch_[row] = b;
        missing |= b == missing_cell;
        (b == missing_cell ? missing_[class_of(row)] : branches[b * classes + class_of(row)]) += weight;
    }
    shares_.clear();
    for (std::size_t b = 0; b < node.branches; ++b)
        shares_.push_back(sum_of(branches.subspan(b * classes, classes)));
    const double known = sum_of(shares_);
    for (double& share : shares_) share = is_equal(known, 0.0) ? 1.0 / node.branches : share / known;
    for (std::size_t b = 0; missing && b < node.branches; ++b)
        for (std::size_t c = 0; c < classes; ++c) branches[b * classes + c] += shares_[b] * missing_[c];
    return missing;
}

std::vector<Segment> RowLists::divide(Segment segment, bool missing, std::size_t& top)
{
    std::vector<Segment> lists(shares_.size());
    std::size_t without = 0;
    for (const auto& item : rows(segment)) {
        const auto b = branch_[item.row];
        ++(b == missing_cell ? without : lists[b].end);
    }
    // `end` holds the sizes of the lists so far; each becomes the place where its next row goes.
    std::size_t next = missing ? top : segment.begin;
    for (std::size_t b = 0; b < lists.size(); ++b) {
        const std::size_t size = lists[b].end + (is_greater(shares_[b], 0.0) ? without : 0);
        lists[b] = {.begin = next, .end = next};
        next += size;
    }
    if (!missing) {
        buffer_.assign(rows(segment).begin(), rows(segment).end());
        for (const auto& item : buffer_) list_[lists[branch_[item.row]].end++] = item;
        return lists;
    }
    if (list_.size() < next) list_.resize(std::max(next, list_.size() + list_.size() / 2));
    for (std::size_t i = segment.begin; i < segment.end; ++i) {
        const WeightedRow item = list_[i];
        const auto branch = branch_[item.row];
        if (branch != missing_cell) {
            list_[lists[branch].end++] = item;
            continue;
        }
        for (std::size_t b = 0; b < lists.size(); ++b)
            if (is_greater(shares_[b], 0.0))
                list_[lists[b].end++] = {.weight = item.weight * shares_[b], .row = item.row};
    }
    top = next;
    return lists;
}

void RowLists::count(Segment segment, std::span<double> classes) const
{
    std::ranges::fill(classes, 0.0);
    for (const auto& [weight, row] : rows(segment)) classes[class_of(row)] += weight;
}

} // namespace unseen::tree::c45
