// Private: a tree of C4.5. A test of a category has a branch for each declared category, a test of a number
// has two, and a row with a missing cell goes to all branches in shares.
#pragma once

#include "unseen/data/dataset.hpp"
#include "unseen/predictions/predictions.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace unseen::tree::c45 {

struct Node {
    double threshold = 0.0;     ///< numeric: x <= threshold, with the tolerance, goes to the first branch
    double unit = 1.0;          ///< numeric: of the tolerance (unit_of_range())
    std::uint32_t first = 0;    ///< position of the first child; the others follow it
    std::uint32_t branches = 0; ///< number of children; 0: a leaf
    std::uint32_t feature = 0;
    bool numeric = false;

    bool leaf() const { return branches == 0; }
};

/// Children come after their parent.
struct Tree {
    std::size_t classes = 0;
    std::vector<Node> nodes;
    std::vector<double> own;         ///< nodes x classes: weights of the rows that reach the node
    std::vector<double> from_parent; ///< nodes x classes: weights that its parent's test gives this branch,
                                     ///< missing cells by shares

    void clear(std::size_t number_of_classes);
    /// Adds nodes without weights; the position of the first.
    std::uint32_t add(std::size_t count);
    std::span<double> own_of(std::size_t node) { return std::span(own).subspan(node * classes, classes); }
    std::span<const double> own_of(std::size_t node) const
    {
        return std::span(own).subspan(node * classes, classes);
    }
    /// branches x classes, for the children of `node`.
    std::span<double> branches_of(const Node& node)
    {
        return std::span(from_parent).subspan(node.first * classes, node.branches * classes);
    }
    std::span<const double> branches_of(const Node& node) const
    {
        return std::span(from_parent).subspan(node.first * classes, node.branches * classes);
    }
};

/// How much the splits by each of `features` features lowered the entropy times the rows, missing cells by
/// shares.
std::vector<double> decreases_of(const Tree& tree, std::size_t features);

/// The nodes that can be reached from the first.
Tree compact(const Tree& tree);

/// Predictions for `rows`: the shares of the classes at the leaves, and the class with the largest (ties: the
/// first). A branch without training rows answers with its parent's shares. `training` is the dataset that
/// the tree was grown on. Throws InputError if `data` has other features.
Predictions predict(const Tree& tree, const Dataset& training, const Dataset& data,
                    std::span<const Row> rows);

/// The tree in the form that C4.5's users know, as J48 prints it.
std::string text_of(const Tree& tree, const Dataset& training);

} // namespace unseen::tree::c45
