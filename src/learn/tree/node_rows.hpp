// The training rows of one fit, sorted by each numeric feature within each open node.
#pragma once

#include "learn/tree/scratch.hpp"

namespace unseen::tree {

/// Works on a Scratch, which must live as long.
class NodeRows {
public:
    NodeRows(const Presorted& presorted, Scratch& scratch) : data_(presorted), s_(scratch), row_mask_(presorted.row_mask()) {}

    /// Filters the sorted features into the training rows; the root is then positions 0..train.distinct()-1. Throws LearnerError if
    /// it cannot be trained on. O(features * labelled rows).
    void load(const RowSet& train);

    Row row_of(Entry entry) const { return entry.tag & row_mask_; }
    std::uint32_t row_mask() const { return row_mask_; }
    /// A numeric feature's cells at a node, missing ones last.
    std::span<const Entry> entries(std::uint32_t feature, const OpenNode& node) const
    {
        return {s_.entries.data() + s_.begin_of[feature] + node.begin, node.end - node.begin};
    }

    /// The known ones of them; takes the rows with missing ones out of `known`, which comes as the node's totals.
    std::span<const Entry> known_entries(std::uint32_t feature, const OpenNode& node, Totals& known);
    /// Counts the categories of a feature at a node into Scratch::groups, and treats `known` alike.
    void fill_groups(const Feature& feature, const OpenNode& node, Totals& known);
    void empty_groups();

    /// Sorts the rows of a node into its open children by Scratch::goes_left, keeping each feature's order: the left child's first.
    /// Rows of a leaf are dropped. Only features listed as active below the node are kept in order.
    void partition(const OpenNode& node, bool open_left, bool open_right);

private:
    void leave_out(Row row, Totals& known);

    const Presorted& data_;
    Scratch& s_;
    std::uint32_t row_mask_;
};

} // namespace unseen::tree
