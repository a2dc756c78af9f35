// Private: a grown tree, with the nodes in one array and children in pairs after their parent.
#pragma once

#include "unseen/data/dataset.hpp"
#include "unseen/predictions/predictions.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace unseen::tree {

/// A leaf has left == 0. Else the children are at positions left and left + 1, after the node.
struct Node {
    double cut = 0.0;          ///< numeric: x <= cut goes left
    std::uint32_t left = 0;    ///< position of the left child
    std::uint32_t feature = 0; ///< position of the feature
    std::uint32_t set =
        0; ///< categorical: position in Tree::sets of one bit for each category; bit 1: goes left
    std::uint32_t labels = 0; ///< categorical: number of categories in training; 0 for numeric
    bool missing_left =
        true; ///< true if missing cells, and categories without training rows at this node, go left

    bool leaf() const { return left == 0; }
};

/// Has `counts` (classes), or `values` and `errors` (numeric response), for every node, because pruning turns
/// inner nodes into leaves.
struct Tree {
    std::vector<Node> nodes;
    std::vector<std::uint64_t> sets;
    std::uint32_t classes = 0; ///< 0 for a numeric response
    std::vector<double>
        counts; ///< training rows of each class, with multiplicity and weight, nodes x classes
    std::vector<double> values; ///< mean response of each node
    std::vector<double> errors; ///< sum of squared differences from the mean response

    /// Makes an empty tree for `number_of_classes`; keeps the memory.
    void clear(std::uint32_t number_of_classes);
    std::span<const double> counts_of(std::size_t node) const
    {
        return std::span(counts).subspan(node * classes, classes);
    }
    /// The most frequent class at a node; ties go to the smallest code.
    std::uint32_t label_of(std::size_t node) const;
    /// The number of misclassified training rows, with multiplicity and weight, or the squared error, of the
    /// node as a leaf.
    double risk(std::size_t node) const;
};

/// How much the splits by each of `features` features lowered the impurity: Gini's index times the rows, or
/// the squared error.
std::vector<double> decreases_of(const Tree& tree, std::size_t features);

/// The numbers as shares of their sum; all 0 if that is not above 0.
std::vector<double> shares_of(std::vector<double> numbers);

/// The number of 64-bit words for a set of `labels` categories.
inline std::uint32_t set_words(std::uint32_t labels) { return (labels + 63) / 64; }

struct Cells;

/// The positions of the leaves that `rows` reach; `cells` are those of all features (cells_of()).
std::vector<std::uint32_t> leaves_of(const Tree& tree, const std::vector<Cells>& cells,
                                     std::span<const Row> rows);

/// Predictions for `rows` from the leaves that they reach, with the size of the tree as complexity.
/// `training` is the dataset that the tree was grown on. Throws InputError if `data` has other features.
/// Categories are matched by label.
Predictions predict(const Tree& tree, const Dataset& training, const Dataset& data,
                    std::span<const Row> rows);

} // namespace unseen::tree
