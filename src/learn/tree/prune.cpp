// Cost-complexity pruning (Breiman, Friedman, Olshen & Stone 1984, chapter 3), with rpart's scale (Therneau &
// Atkinson 1997).
#include "learn/tree/prune.hpp"

#include <cstddef>

namespace unseen::tree {

namespace {

/// Relative tolerance in comparisons of costs: a decimal cp times the risk of the root is rarely exact in
/// binary.
constexpr double rounding = 1e-9;

/// Marks the leaves of the smallest subtree that minimises R(T) + alpha * leaves(T), alpha = cp * R(root),
/// where R counts misclassified training rows (classes) or is the squared error (numbers). One pass from the
/// last node to the first, children before parents: a node becomes a leaf if that costs no more than its best
/// subtree,
///     R(node) + alpha <= R(subtree) + alpha * leaves(subtree).
/// The cost of a subtree is a sum over its branches, so each branch may be minimised separately. <= instead
/// of < gives the smallest of the minimal subtrees (Breiman et al. 1984, proposition 3.7). If the root has
/// risk 0, it becomes the only leaf.
std::vector<char> cost_complexity_leaves(const Tree& tree, double cp)
{
    const std::size_t n = tree.nodes.size();
    const double root = tree.risk(0);
    const double alpha = cp * root;
    std::vector<char> leaf(n, 1);
    std::vector<double> risk(n);
    std::vector<double> leaves(n, 1.0);
    for (std::size_t i = n; i-- > 0;) {
        risk[i] = tree.risk(i);
        const std::size_t left = tree.nodes[i].left;
        if (left == 0) continue;
        const double risk_below = risk[left] + risk[left + 1];
        const double leaves_below = leaves[left] + leaves[left + 1];
        const double slack = rounding * (alpha * leaves_below + 1e-3 * root);
        if (risk[i] - risk_below <= alpha * (leaves_below - 1.0) + slack) continue;
        leaf[i] = 0;
        risk[i] = risk_below;
        leaves[i] = leaves_below;
    }
    return leaf;
}

/// The part of `grown` above the nodes marked as leaves.
Tree cut_at(const Tree& grown, const std::vector<char>& leaf)
{
    Tree tree;
    tree.classes = grown.classes;
    std::vector<std::size_t> source{
        0}; // the old position of each node of the new tree; filled before `nodes`
    for (std::size_t i = 0; i < source.size(); ++i) {
        const std::size_t from = source[i];
        Node node = grown.nodes[from];
        if (leaf[from] != 0) {
            node = Node{};
        } else {
            if (node.labels > 0) {
                const auto begin = grown.sets.begin() + node.set;
                node.set = static_cast<std::uint32_t>(tree.sets.size());
                tree.sets.insert(tree.sets.end(), begin, begin + set_words(node.labels));
            }
            source.push_back(node.left);
            source.push_back(node.left + std::size_t{1});
            node.left = static_cast<std::uint32_t>(source.size() - 2);
        }
        tree.nodes.push_back(node);
        if (tree.classes == 0) {
            tree.values.push_back(grown.values[from]);
            tree.errors.push_back(grown.errors[from]);
        } else {
            const auto counts = grown.counts_of(from);
            tree.counts.insert(tree.counts.end(), counts.begin(), counts.end());
        }
    }
    return tree;
}

} // namespace

Tree pruned(const Tree& grown, const Settings& settings)
{
    switch (settings.pruning) {
    case Pruning::cost_complexity: return cut_at(grown, cost_complexity_leaves(grown, settings.cp));
    case Pruning::c45: // for trees of C4.5 only
    case Pruning::none: break;
    }
    return grown;
}

} // namespace unseen::tree
