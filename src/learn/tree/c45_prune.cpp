#include "learn/tree/c45_prune.hpp"

#include "learn/tree/c45_rules.hpp"

#include <algorithm>
#include <limits>

namespace unseen::tree::c45 {

namespace {

class Pruner {
public:
    Pruner(Tree& tree, RowLists& rows, double confidence, bool raise)
        : tree_(tree),
          rows_(rows),
          pessimism_(confidence),
          raise_(raise)
    {
    }

    /// Prunes the subtree at a node that gets these rows; lists end at `top`. From the leaves up: a split
    /// becomes a leaf if the leaf has hardly more estimated errors than its subtree and than its largest
    /// branch in its place. Otherwise, if the largest branch in its place has hardly more errors than the
    /// subtree, that branch replaces it, and pruning begins again there. Returns the estimated errors.
    double prune(std::size_t at, Segment rows, std::size_t top)
    {
        for (;;) {
            const Node node = tree_.nodes[at];
            const double as_leaf = pessimism_.errors_of_leaf(tree_.own_of(at));
            if (node.leaf()) return as_leaf;

            std::size_t end = top;
            const bool missing = rows_.deal(node, rows, tree_.branches_of(node));
            const std::size_t largest = largest_branch(node);
            const auto lists = rows_.divide(rows, missing, end);
            double as_tree = 0.0;
            for (std::uint32_t b = 0; b < node.branches; ++b) as_tree += prune(node.first + b, lists[b], end);

            const double enough = as_tree + slack;
            const bool leaf_is_good = is_at_most(as_leaf, enough);
            double as_branch = std::numeric_limits<double>::infinity();
            if (raise_) {
                // Above this it plays no part.
                const double limit = std::max(enough, leaf_is_good ? as_leaf : 0.0) + 2 * tolerance;
                as_branch = estimate(node.first + largest, rows, top, limit);
            }
            if (leaf_is_good && is_at_most(as_leaf, as_branch + slack)) {
                tree_.nodes[at] = {};
                return as_leaf;
            }
            if (!is_at_most(as_branch, enough)) return as_tree;
            tree_.nodes[at] = tree_.nodes[node.first + largest];
            deal_again(at, rows, top);
        }
    }

private:
    /// A replacement may have up to this many more estimated errors.
    static constexpr double slack = 0.1;

    /// The branch of the largest weight; ties go to the last.
    std::size_t largest_branch(const Node& node) const
    {
        const auto branches = tree_.branches_of(node);
        std::size_t best = 0;
        double largest = 0.0;
        for (std::size_t b = 0; b < node.branches; ++b) {
            const double weight = sum_of(branches.subspan(b * tree_.classes, tree_.classes));
            if (!is_at_least(weight, largest)) continue;
            largest = weight;
            best = b;
        }
        return best;
    }

    /// The estimated errors of the subtree at a node if it got these rows; some number above `limit` once
    /// they are certain to exceed it.
    double estimate(std::size_t at, Segment rows, std::size_t top, double limit)
    {
        const Node& node = tree_.nodes[at];
        std::vector<double> weights(std::max<std::size_t>(node.branches, 1) * tree_.classes);
        if (node.leaf()) {
            rows_.count(rows, weights);
            return pessimism_.errors_of_leaf(weights);
        }
        const bool missing = rows_.deal(node, rows, weights);
        const auto lists = rows_.divide(rows, missing, top);
        double sum = 0.0;
        for (std::uint32_t b = 0; b < node.branches && sum <= limit; ++b)
            sum += estimate(node.first + b, lists[b], top, limit - sum);
        return sum;
    }

    /// Gives the subtree at a node these rows. All weights are recomputed; its tests stay.
    void deal_again(std::size_t at, Segment rows, std::size_t top)
    {
        const Node& node = tree_.nodes[at];
        rows_.count(rows, tree_.own_of(at));
        if (node.leaf()) return;
        const bool missing = rows_.deal(node, rows, tree_.branches_of(node));
        const auto lists = rows_.divide(rows, missing, top);
        for (std::uint32_t b = 0; b < node.branches; ++b) deal_again(node.first + b, lists[b], top);
    }

    Tree& tree_;
    RowLists& rows_;
    Pessimism pessimism_;
    bool raise_;
};

} // namespace

Tree pruned(Tree tree, const Settings& settings, RowLists& rows)
{
    if (settings.pruning == Pruning::c45) {
        rows.restart(); // sums are taken in the order of the rows, so that they do not depend on what was
                        // pruned before
        Pruner(tree, rows, settings.confidence, settings.raise).prune(0, rows.root(), rows.root().end);
    }
    return compact(tree);
}

} // namespace unseen::tree::c45
