// A grown tree: nodes in one array, children in pairs behind their parent.
#pragma once

#include "unseen/data/dataset.hpp"
#include "unseen/predictions/predictions.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen::tree {

/// A leaf has left == 0; else its children are left and left + 1, both behind it.
struct Node {
    double cut = 0.0;          ///< numeric: x <= cut goes left
    std::uint32_t left = 0;    ///< position of the left child
    std::uint32_t feature = 0; ///< position of the feature
    std::uint32_t set = 0;     ///< categorical: position in Tree::sets of its bits, one a category; set: goes left
    std::uint32_t labels = 0;  ///< categorical: number of categories known at training; 0 for numeric
    bool missing_left = true;  ///< where missing cells go, and categories without training rows at this node

    bool leaf() const { return left == 0; }
};

/// `counts` (classes) or `values` and `errors` (numbers) are kept for every node, since pruning makes leaves of inner ones.
struct Tree {
    std::vector<Node> nodes;
    std::vector<std::uint64_t> sets;
    std::uint32_t classes = 0;         ///< 0 for numbers
    std::vector<std::uint32_t> counts; ///< training rows, nodes x classes
    std::vector<double> values;        ///< mean response
    std::vector<double> errors;        ///< sum of squared errors around it

    /// Empties it, for `number_of_classes`; keeps the memory.
    void clear(std::uint32_t number_of_classes);
    std::span<const std::uint32_t> counts_of(std::size_t node) const
    {
        return std::span(counts).subspan(node * classes, classes);
    }
    /// The most frequent class at a node; ties go to the smallest code.
    std::uint32_t label_of(std::size_t node) const;
    /// Misclassified training rows, or squared error, of the node as a leaf.
    double risk(std::size_t node) const;
};

/// Words of 64 bits for a set over `labels` categories.
inline std::uint32_t set_words(std::uint32_t labels) { return (labels + 63) / 64; }

/// Predictions of the leaves that rows fall into, with the tree's size as complexity. `training` is the data set that the tree was
/// grown on. Throws InputError if the features of `data` are others; categories are matched by label.
Predictions predict(const Tree& tree, const Dataset& training, const Dataset& data, std::span<const Row> rows);

} // namespace unseen::tree
