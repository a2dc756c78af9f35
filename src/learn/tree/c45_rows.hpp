// Private: the training rows of one fit of C4.5, with their weights, and their distribution to the branches
// of a test.
#pragma once

#include "learn/tree/c45_rules.hpp"
#include "learn/tree/c45_tree.hpp"
#include "learn/tree/cells.hpp"
#include "learn/tree/presort.hpp"
#include "learn/tree/settings.hpp"

#include <span>
#include <vector>

namespace unseen::tree::c45 {

/// The state that all fits on a dataset share.
struct Shared {
    Shared(const Dataset& data, const Presorted& presorted);

    const Presorted& presorted;
    std::span<const double> weights; ///< of rows; empty: 1 each
    std::vector<Cells> cells;
    std::size_t classes = 0; ///< declared in the main table
    std::vector<std::uint32_t>
        declared; ///< for each categorical feature, the number of categories declared; 0 for a numeric one
    std::vector<std::size_t> place; ///< for each numeric feature, the number of numeric features before it
    std::size_t numeric = 0;        ///< number of numeric features
    /// For each numeric feature, by rank: 1 if the next larger value may be too close for a cut between the
    /// two, in the units of some training set; empty if none is.
    std::vector<std::vector<char>> near;
};

struct WeightedRow {
    double weight = 1.0;
    Row row = 0;
};

/// Rows begin .. end - 1 of a list.
struct Segment {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t size() const { return end - begin; }
};

/// How rows count: once each, as often as they occur, or by weights, which also represent shares of rows with
/// a missing cell.
enum class Counting { once, copies, weights };

/// Lists of rows, one for each node on the way from the root. A node's list is divided in place, unless cells
/// are missing. Then the lists of its branches are placed after all lists that are still needed, because a
/// row may be in several of them.
class RowLists {
public:
    RowLists(const Shared& shared, const RowSet& train);

    /// Puts the list of all training rows in the order of the rows; dividing lists changes it.
    void restart();
    /// All training rows.
    Segment root() const { return {0, root_rows_}; }
    /// The number of training rows, with multiplicity.
    std::size_t size() const { return size_; }
    Counting counting() const { return counting_; }
    /// unit_of_range() of a numeric feature among the training rows, so that no other row matters.
    double unit(std::size_t feature) const { return unit_[feature]; }
    /// True if a cut may separate neighbouring values at a node, given by their ranks in `feature`.
    bool may_cut(std::uint32_t feature, std::uint32_t below, std::uint32_t above) const
    {
        if (below == above) return false;
        const auto& near = shared_.near[feature];
        if (near.empty() || near[below] == 0) return true;
        const auto& values = shared_.presorted.features[feature].values;
        return far_apart(values[below], values[above], unit_[feature]);
    }
    std::uint32_t copies(Row row) const { return copies_[row]; }
    std::span<const WeightedRow> rows(Segment segment) const
    {
        return std::span(list_).subspan(segment.begin, segment.size());
    }

    /// Deals the rows to the branches of `node`, and writes its distribution: the weights by branch and
    /// class, where missing cells count in shares. True if cells are missing.
    bool deal(const Node& node, Segment segment, std::span<double> branches);
    /// After deal(): the branch of a row; missing_cell if its cell is missing.
    static constexpr std::uint32_t missing_cell = 0xffffffff;
    const std::uint32_t* branch() const { return branch_.data(); }
    /// After deal(): the share of each branch in the known rows. Rows with a missing cell go to the branches
    /// whose share is not negligible.
    std::span<const double> shares() const { return shares_; }
    /// After deal(): makes the lists of the branches. `top` is the end of all lists in use; it moves if new
    /// lists are added there.
    std::vector<Segment> divide(Segment segment, bool missing, std::size_t& top);
    /// The weights of the rows by class.
    void count(Segment segment, std::span<double> classes) const;

private:
    double unit_in_training(const Feature& feature) const;
    std::size_t class_of(Row row) const
    {
        return static_cast<std::size_t>(shared_.presorted.class_codes[row]);
    }

    const Shared& shared_;
    std::vector<WeightedRow> list_, buffer_;
    std::vector<std::uint32_t> copies_; ///< by row
    std::vector<double> unit_;          ///< by feature
    std::vector<std::uint32_t> branch_; ///< by row
    std::vector<double> shares_;
    std::vector<double> missing_; ///< by class: the rows with a missing cell
    std::size_t root_rows_ = 0;
    std::size_t size_ = 0;
    Counting counting_ = Counting::once;
};

} // namespace unseen::tree::c45
