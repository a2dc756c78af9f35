#include "learn/tree/tree.hpp"

#include "learn/tree/cells.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/stop.hpp"

#include <algorithm>
#include <numeric>

namespace unseen::tree {

void Tree::clear(std::uint32_t number_of_classes)
{
    nodes.clear();
    sets.clear();
    counts.clear();
    values.clear();
    errors.clear();
    classes = number_of_classes;
}

std::uint32_t Tree::label_of(std::size_t node) const
{
    const auto own = counts_of(node);
    return static_cast<std::uint32_t>(std::max_element(own.begin(), own.end()) - own.begin());
}

double Tree::risk(std::size_t node) const
{
    if (classes == 0) return errors[node];
    const auto own = counts_of(node);
    return std::accumulate(own.begin(), own.end(), 0.0) - own[label_of(node)];
}

namespace {

constexpr std::size_t rows_between_checks = 1024;

bool goes_left(const Tree& tree, const Node& node, const Cells& cells, Row row)
{
    if (node.labels == 0) {
        const double x = cells.values[row];
        return x <= node.cut || (x != x && node.missing_left);
    }
    const std::int32_t code = cells.code(row);
    if (code < 0 || static_cast<std::uint32_t>(code) >= node.labels) return node.missing_left;
    const auto bit = static_cast<std::uint32_t>(code);
    return ((tree.sets[node.set + bit / 64] >> (bit % 64)) & 1) != 0;
}

std::vector<std::pair<std::string, double>> complexity_of(const Tree& tree)
{
    std::vector<std::uint32_t> depth(tree.nodes.size(), 0);
    std::size_t leaves = 0;
    std::uint32_t deepest = 0;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        deepest = std::max(deepest, depth[i]);
        if (tree.nodes[i].leaf())
            ++leaves;
        else
            depth[tree.nodes[i].left] = depth[tree.nodes[i].left + 1] = depth[i] + 1;
    }
    return {{"nodes", static_cast<double>(tree.nodes.size())},
            {"leaves", static_cast<double>(leaves)},
            {"depth", static_cast<double>(deepest)}};
}

} // namespace

std::vector<double> decreases_of(const Tree& tree, std::size_t features)
{
    const auto impurity = [&](std::size_t node) {
        if (tree.classes == 0) return tree.errors[node];
        double rows = 0.0;
        double squares = 0.0;
        for (const double count : tree.counts_of(node)) {
            rows += count;
            squares += count * count;
        }
        return rows > 0.0 ? rows - squares / rows : 0.0;
    };
    std::vector<double> decreases(features, 0.0);
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const auto& node = tree.nodes[i];
        if (node.leaf()) continue;
        const double decrease = impurity(i) - impurity(node.left) - impurity(node.left + 1);
        decreases[node.feature] += std::max(0.0, decrease); // rounding may make it negative
    }
    return decreases;
}

std::vector<double> shares_of(std::vector<double> numbers)
{
    const double sum = std::accumulate(numbers.begin(), numbers.end(), 0.0);
    for (double& number : numbers) number = sum > 0.0 ? number / sum : 0.0;
    return numbers;
}

std::vector<std::uint32_t> leaves_of(const Tree& tree, const std::vector<Cells>& cells,
                                     std::span<const Row> rows)
{
    std::vector<std::uint32_t> leaves;
    leaves.reserve(rows.size());
    for (const Row row : rows) {
        if (leaves.size() % rows_between_checks == 0) check_stop();
        std::uint32_t at = 0;
        while (!tree.nodes[at].leaf()) {
            const auto& node = tree.nodes[at];
            at = node.left + (goes_left(tree, node, cells[node.feature], row) ? 0 : 1);
        }
        leaves.push_back(at);
    }
    return leaves;
}

Predictions predict(const Tree& tree, const Dataset& training, const Dataset& data, std::span<const Row> rows)
{
    Predictions p;
    p.complexity = complexity_of(tree);
    (tree.classes == 0 ? p.value.reserve(rows.size()) : p.label.reserve(rows.size()));
    p.scores.reserve(rows.size() * tree.classes);
    for (const auto at : leaves_of(tree, cells_of(training, data), rows)) {
        if (tree.classes == 0) {
            p.value.push_back(tree.values[at]);
            continue;
        }
        p.label.push_back(tree.label_of(at));
        const auto counts = tree.counts_of(at);
        const auto size = std::accumulate(counts.begin(), counts.end(), 0.0);
        for (const auto count : counts) p.scores.push_back(count / size);
    }
    return p;
}

} // namespace unseen::tree
