#include "learn/tree/c45_tree.hpp"

#include "learn/tree/c45_rules.hpp"
#include "learn/tree/cells.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace unseen::tree::c45 {

void Tree::clear(std::size_t number_of_classes)
{
    classes = number_of_classes;
    nodes.clear();
    own.clear();
    from_parent.clear();
}

std::uint32_t Tree::add(std::size_t count)
{
    const auto first = static_cast<std::uint32_t>(nodes.size());
    nodes.resize(nodes.size() + count);
    own.resize(nodes.size() * classes, 0.0);
    from_parent.resize(nodes.size() * classes, 0.0);
    return first;
}

std::vector<double> decreases_of(const Tree& tree, std::size_t features)
{
    const auto entropy = [&](std::size_t node) { // times the rows
        const auto times_log = [](double x) { return x > 0.0 ? x * std::log(x) : 0.0; };
        double rows = 0.0;
        double sum = 0.0;
        for (const double weight : tree.own_of(node)) {
            rows += weight;
            sum += times_log(weight);
        }
        return times_log(rows) - sum;
    };
    std::vector<double> decreases(features, 0.0);
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const auto& node = tree.nodes[i];
        double decrease = entropy(i);
        for (std::uint32_t b = 0; b < node.branches; ++b) decrease -= entropy(node.first + b);
        if (!node.leaf()) decreases[node.feature] += std::max(0.0, decrease); // rounding may make it negative
    }
    return decreases;
}

Tree compact(const Tree& tree)
{
    Tree result;
    result.clear(tree.classes);
    result.add(1);
    std::vector<std::size_t> source{0}; // the old position of each node
    for (std::size_t i = 0; i < source.size(); ++i) {
        Node node = tree.nodes[source[i]];
        std::ranges::copy(tree.own_of(source[i]), result.own_of(i).begin());
        if (!node.leaf()) {
            const auto given = tree.branches_of(node);
            for (std::uint32_t b = 0; b < node.branches; ++b) source.push_back(node.first + b);
            node.first = result.add(node.branches);
            std::ranges::copy(given, result.branches_of(node).begin());
        }
        result.nodes[i] = node;
    }
    return result;
}

namespace {

/// Adds up the answers of the leaves that a row reaches.
class Descent {
public:
    Descent(const Tree& tree, std::span<const Cells> cells) : tree_(tree), cells_(cells) {}

    void add(std::size_t at, double share, Row row, std::span<double> scores) const
    {
        for (;;) {
            const Node& node = tree_.nodes[at];
            if (node.leaf()) return add_shares(tree_.own_of(at), share, scores);
            const auto branch = branch_of(node, row);
            if (branch == node.branches) return add_all_branches(at, share, row, scores);
            const std::size_t child = node.first + branch;
            if (empty_leaf(child)) {
                const auto given = tree_.branches_of(node).subspan(branch * tree_.classes, tree_.classes);
                return add_shares(is_greater(sum_of(given), 0.0) ? given : tree_.own_of(at), share, scores);
            }
            at = child;
        }
    }

private:
    /// The branch of a row; node.branches for a missing cell.
    std::uint32_t branch_of(const Node& node, Row row) const
    {
        const Cells& cells = cells_[node.feature];
        if (node.numeric) {
            const double x = cells.values[row];
            return std::isnan(x) ? node.branches : is_within(x, node.threshold, node.unit) ? 0U : 1U;
        }
        const std::int32_t code = cells.code(row);
        return code < 0 ? node.branches : std::min(static_cast<std::uint32_t>(code), node.branches);
    }
    bool empty_leaf(std::size_t node) const
    {
        return tree_.nodes[node].leaf() && is_equal(sum_of(tree_.own_of(node)), 0.0);
    }

    void add_all_branches(std::size_t at, double share, Row row, std::span<double> scores) const
    {
        const Node& node = tree_.nodes[at];
        const auto given = tree_.branches_of(node);
        const double total = sum_of(given);
        for (std::uint32_t b = 0; b < node.branches; ++b) {
            if (empty_leaf(node.first + b)) continue;
            const double part = sum_of(given.subspan(b * tree_.classes, tree_.classes)) / total;
            add(node.first + b, share * part, row, scores);
        }
    }
    static void add_shares(std::span<const double> weights, double share, std::span<double> scores)
    {
        const double total = sum_of(weights);
        for (std::size_t c = 0; c < weights.size(); ++c) scores[c] += share * (weights[c] / total);
    }

    const Tree& tree_;
    std::span<const Cells> cells_;
};

std::vector<std::pair<std::string, double>> complexity_of(const Tree& tree)
{
    std::vector<std::uint32_t> depth(tree.nodes.size(), 0);
    std::size_t leaves = 0;
    std::uint32_t deepest = 0;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const Node& node = tree.nodes[i];
        deepest = std::max(deepest, depth[i]);
        leaves += node.leaf() ? 1 : 0;
        for (std::uint32_t b = 0; b < node.branches; ++b) depth[node.first + b] = depth[i] + 1;
    }
    return {{"nodes", static_cast<double>(tree.nodes.size())},
            {"leaves", static_cast<double>(leaves)},
            {"depth", static_cast<double>(deepest)}};
}

/// Writes a tree like J48: one line per branch, and at a leaf the class, the weight of its rows and the
/// weight of its errors.
class Writer {
public:
    Writer(const Tree& tree, const Dataset& training) : tree_(tree), training_(training) {}

    std::string written()
    {
        if (tree_.nodes.front().leaf()) text_ += ": " + leaf_text(tree_.own_of(0), tree_.own_of(0)) + '\n';
        write(0, 0);
        return std::move(text_);
    }

private:
    void write(std::size_t at, std::size_t depth)
    {
        const Node& node = tree_.nodes[at];
        for (std::uint32_t b = 0; b < node.branches; ++b) {
            for (std::size_t i = 0; i < depth; ++i) text_ += "|   ";
            text_ += test_text(node, b);
            const std::size_t child = node.first + b;
            if (tree_.nodes[child].leaf())
                text_ += ": " + leaf_text(tree_.branches_of(node).subspan(b * tree_.classes, tree_.classes),
                                          tree_.own_of(at));
            text_ += '\n';
            write(child, depth + 1);
        }
    }

    std::string test_text(const Node& node, std::uint32_t branch) const
    {
        const auto& feature = training_.features()[node.feature];
        if (node.numeric)
            return feature.name + (branch == 0 ? " <= " : " > ") +
                   (node.unit < 1.0 ? shortest(node.threshold) : rounded(node.threshold, 6));
        return feature.name + " = " + feature.coded().labels.name(branch);
    }

    /// "yes (9.0/2.0)"; a branch without rows has its parent's class.
    std::string leaf_text(std::span<const double> weights, std::span<const double> parent) const
    {
        const double total = sum_of(weights);
        const auto label = majority(is_greater(total, 0.0) ? weights : parent);
        const double wrong = total - weights[label];
        return training_.classes().name(static_cast<std::uint32_t>(label)) + " (" + with_point(total) +
               (is_greater(wrong, 0.0) ? "/" + with_point(wrong) : "") + ")";
    }
    /// With at most that many decimals, without zeros at the end.
    static std::string rounded(double x, int decimals)
    {
        std::array<char, 400> digits{}; // the largest double has 309 before the point
        const auto end =
            std::to_chars(digits.data(), digits.data() + digits.size(), x, std::chars_format::fixed, decimals)
                .ptr;
        std::string text(digits.data(), end);
        text.erase(text.find_last_not_of('0') + 1);
        if (text.ends_with('.')) text.pop_back();
        return text == "-0" ? "0" : text;
    }
    static std::string with_point(double x)
    {
        const std::string text = rounded(x, 2);
        return text.find('.') == std::string::npos ? text + ".0" : text;
    }

    const Tree& tree_;
    const Dataset& training_;
    std::string text_;
};

} // namespace

Predictions predict(const Tree& tree, const Dataset& training, const Dataset& data, std::span<const Row> rows)
{
    const auto cells = cells_of(training, data);
    const Descent descent(tree, cells);
    const std::size_t classes =
        training.classes().size(); // with those of a test table, which training did not have
    Predictions p;
    p.complexity = complexity_of(tree);
    p.label.reserve(rows.size());
    p.scores.assign(rows.size() * classes, 0.0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto scores = std::span(p.scores).subspan(i * classes, classes);
        descent.add(0, 1.0, rows[i], scores);
        p.label.push_back(static_cast<std::uint32_t>(std::ranges::max_element(scores) - scores.begin()));
    }
    return p;
}

std::string text_of(const Tree& tree, const Dataset& training) { return Writer(tree, training).written(); }

} // namespace unseen::tree::c45
