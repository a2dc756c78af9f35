#include "learn/tree/tree.hpp"

#include "unseen/base/error.hpp"

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
    return static_cast<double>(std::accumulate(own.begin(), own.end(), std::uint64_t{0}) - own[label_of(node)]);
}

namespace {

/// The cells of one feature of the data to predict.
struct Cells {
    const double* values = nullptr;
    const std::int32_t* codes = nullptr;
    /// The training code of each code, -1 if training had no such label; empty: the codes agree.
    std::vector<std::int32_t> translated;
};

/// The training code of each label; empty if the two lists agree.
std::vector<std::int32_t> translation(const Labels& from, const Labels& to)
{
    std::vector<std::int32_t> codes;
    if (&from == &to || from == to) return codes;
    for (const auto& name : from.names()) {
        const auto code = to.code(name);
        codes.push_back(code ? static_cast<std::int32_t>(*code) : -1);
    }
    return codes;
}

std::vector<Cells> cells_of(const Dataset& training, const Dataset& data)
{
    const auto trained = training.features();
    const auto given = data.features();
    require(trained.size() == given.size(), "tree: the data have " + std::to_string(given.size()) + " features; expected " +
                                                std::to_string(trained.size()) + ", as at training");
    std::vector<Cells> cells(given.size());
    for (std::size_t j = 0; j < given.size(); ++j) {
        require(trained[j].name == given[j].name && trained[j].is_numeric() == given[j].is_numeric(),
                "tree: feature " + std::to_string(j + 1) + " is '" + given[j].name + "'; expected '" + trained[j].name +
                    "', of the same type as at training");
        if (given[j].is_numeric()) {
            cells[j].values = given[j].numeric().values.data();
        } else {
            cells[j].codes = given[j].coded().codes.data();
            cells[j].translated = translation(given[j].coded().labels, trained[j].coded().labels);
        }
    }
    return cells;
}

bool goes_left(const Tree& tree, const Node& node, const Cells& cells, Row row)
{
    if (node.labels == 0) {
        const double x = cells.values[row];
        return x <= node.cut || (x != x && node.missing_left);
    }
    std::int32_t code = cells.codes[row];
    if (code >= 0 && !cells.translated.empty()) code = cells.translated[static_cast<std::size_t>(code)];
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

Predictions predict(const Tree& tree, const Dataset& training, const Dataset& data, std::span<const Row> rows)
{
    const auto cells = cells_of(training, data);
    Predictions p;
    p.complexity = complexity_of(tree);
    (tree.classes == 0 ? p.value.reserve(rows.size()) : p.label.reserve(rows.size()));
    p.scores.reserve(rows.size() * tree.classes);
    for (const Row row : rows) {
        std::size_t at = 0;
        while (!tree.nodes[at].leaf()) {
            const auto& node = tree.nodes[at];
            at = node.left + (goes_left(tree, node, cells[node.feature], row) ? 0 : 1);
        }
        if (tree.classes == 0) {
            p.value.push_back(tree.values[at]);
            continue;
        }
        p.label.push_back(tree.label_of(at));
        const auto counts = tree.counts_of(at);
        const auto size = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
        for (const auto count : counts) p.scores.push_back(static_cast<double>(count) / size);
    }
    return p;
}

} // namespace unseen::tree
