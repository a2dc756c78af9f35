// Private: the training rows of one fit, sorted by each numeric feature within each open node, or sorted on
// demand.
#pragma once

#include "learn/tree/scratch.hpp"

namespace unseen::tree {

/// Works on a Scratch, which must outlive it.
template <class Count>
class NodeRows {
public:
    /// `on_demand`: a node has only the list of its rows, and known_entries() sorts them by one feature.
    /// `presorted` then has ranks.
    NodeRows(const Presorted& presorted, Scratch& scratch, bool on_demand)
        : data_(presorted),
          s_(scratch),
          counted_(std::get<Counted<Count>>(scratch.counted)),
          row_mask_(presorted.row_mask()),
          on_demand_(on_demand)
    {
    }

    /// Filters the training rows of positive weight out of the sorted features, and returns their number,
    /// that of the positions of the root. Throws LearnerError for no or 2^31 training rows, and for rows
    /// without a response. O(features * labelled rows).
    std::size_t load(const RowSet& train);

    Row row_of(Entry entry) const { return entry.tag & row_mask_; }
    std::uint32_t row_mask() const { return row_mask_; }
    /// The rows of a node: on demand, or if there are categories.
    std::span<const Row> rows(const OpenNode& node) const
    {
        return {s_.rows.data() + node.begin, node.end - node.begin};
    }
    /// The cells of a numeric feature at a node, missing ones last. Not on demand.
    std::span<const Entry> entries(std::uint32_t feature, const OpenNode& node) const
    {
        return {s_.entries.data() + s_.begin_of[feature] + node.begin, node.end - node.begin};
    }

    /// The known cells of a numeric feature at a node. `known` must be the totals of the node; rows with
    /// missing cells are subtracted from it.
    std::span<const Entry> known_entries(std::uint32_t feature, const OpenNode& node, Totals<Count>& known);
    /// Counts the categories of a feature at a node into Counted::groups; changes `known` in the same way.
    void fill_groups(const Feature& feature, const OpenNode& node, Totals<Count>& known);
    void empty_groups();

    /// Moves the rows of a node into its open children by Scratch::goes_left, those of the left child first,
    /// and keeps the order within each feature. Rows of a leaf are dropped. Only features that are active
    /// below the node are kept in order.
    void partition(const OpenNode& node, bool open_left, bool open_right);

private:
    void leave_out(Row row, Totals<Count>& known);
    std::span<const Entry> sorted_entries(const Feature& feature, const OpenNode& node);

    const Presorted& data_;
    Scratch& s_;
    Counted<Count>& counted_;
    std::uint32_t row_mask_;
    bool on_demand_;
};

} // namespace unseen::tree
