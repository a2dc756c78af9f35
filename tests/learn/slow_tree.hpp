// A slow tree for tests, written from the rules at the head of src/learn/tree/tree_learner.cpp and sharing no
// code with it: no presorting, no weights (a row that counts twice is in the list twice), every split judged
// afresh by exact fractions of integers. Responses are whole numbers: class codes, or numbers.
#pragma once

#include "unseen/base/uint128.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <vector>

namespace slow_tree {

__extension__ typedef __int128 Integer;

struct Fraction {
    Integer top = 0;
    Integer bottom = 1;
};
inline Fraction operator+(Fraction a, Fraction b)
{
    return {a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom};
}
inline Fraction operator-(Fraction a, Fraction b)
{
    return {a.top * b.bottom - b.top * a.bottom, a.bottom * b.bottom};
}
inline bool operator>(Fraction a, Fraction b) { return a.top * b.bottom > b.top * a.bottom; }

/// A cell: a number, or a category's code; nothing if missing.
using Cell = std::optional<double>;

struct Feature {
    bool numeric = true;
    std::vector<Cell> cells;
};

struct Problem {
    std::vector<Feature> features;
    std::vector<int> response; ///< class code or number
    int classes = 0;           ///< 0: numbers
    std::size_t min_rows = 2;
    int max_depth = 1000000;
};

using Rows = std::vector<std::size_t>;

struct Node {
    Rows rows;
    std::size_t feature = 0;
    double cut = 0.0;
    std::set<int> left_categories, right_categories;
    bool missing_left = true;
    std::unique_ptr<Node> left, right;
};

/// sum_c n_c^2 / n of rows for classes, (sum y)^2 / n for numbers: the larger its sum over the sides, the
/// purer they are.
inline Fraction purity(const Problem& problem, const Rows& rows)
{
    Integer sum = 0;
    if (problem.classes == 0) {
        for (const auto r : rows) sum += problem.response[r];
        sum *= sum;
    } else {
        for (int c = 0; c < problem.classes; ++c) {
            Integer count = 0;
            for (const auto r : rows) count += problem.response[r] == c ? 1 : 0;
            sum += count * count;
        }
    }
    return {sum, static_cast<Integer>(rows.size())};
}

struct Split {
    std::size_t feature = 0;
    double cut = 0.0;
    std::set<int> left, right; ///< categories
    Rows known_left, known_right;
};

/// All splits of one feature in the order in which ties are decided.
inline std::vector<Split> splits_of(const Problem& problem, std::size_t j, const Rows& rows)
{
    const auto& feature = problem.features[j];
    std::vector<Split> splits;
    std::set<double> present;
    for (const auto r : rows)
        if (feature.cells[r]) present.insert(*feature.cells[r]);
    const std::vector<double> values(present.begin(), present.end());
    const auto add = [&](double cut, const std::set<int>& left) {
        Split split{j, cut, left, {}, {}, {}};
        for (const double v : values)
            if (!left.contains(static_cast<int>(v))) split.right.insert(static_cast<int>(v));
        for (const auto r : rows) {
            if (!feature.cells[r]) continue;
            const bool goes_left = feature.numeric ? *feature.cells[r] <= cut
                                                   : left.contains(static_cast<int>(*feature.cells[r]));
            (goes_left ? split.known_left : split.known_right).push_back(r);
        }
        splits.push_back(split);
    };
    if (feature.numeric) {
        for (std::size_t i = 0; i + 1 < values.size(); ++i) add((values[i] + values[i + 1]) / 2, {});
        return splits;
    }
    // Categories in the order of (sum of `score` over their rows) / (their number of rows).
    const auto add_order = [&](auto score) {
        std::vector<int> order(values.begin(), values.end());
        const auto mean = [&](int code) {
            Fraction m{0, 0};
            for (const auto r : rows)
                if (feature.cells[r] && static_cast<int>(*feature.cells[r]) == code) {
                    m.top += score(problem.response[r]);
                    m.bottom += 1;
                }
            return m;
        };
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return mean(b) > mean(a); });
        for (std::size_t i = 1; i < order.size(); ++i)
            add(0.0, {order.begin(), order.begin() + static_cast<std::ptrdiff_t>(i)});
    };
    if (problem.classes == 0 || problem.classes == 2) {
        add_order([](int y) { return y; });
    } else if (values.size() <= 10) {
        for (std::size_t mask = 1; !values.empty() && mask < std::size_t{1} << (values.size() - 1); ++mask) {
            std::set<int> left;
            for (std::size_t i = 0; i < values.size(); ++i)
                if (((mask >> i) & 1) != 0) left.insert(static_cast<int>(values[i]));
            add(0.0, left);
        }
    } else {
        for (int c = 0; c < problem.classes; ++c) {
            const bool here = std::any_of(rows.begin(), rows.end(), [&](std::size_t r) {
                return feature.cells[r] && problem.response[r] == c;
            });
            if (here) add_order([c](int y) { return y == c ? 1 : 0; });
        }
    }
    return splits;
}

inline Fraction decrease(const Problem& problem, const Split& split)
{
    Rows known = split.known_left;
    known.insert(known.end(), split.known_right.begin(), split.known_right.end());
    return purity(problem, split.known_left) + purity(problem, split.known_right) - purity(problem, known);
}

inline bool goes_left(const Problem& problem, const Node& node, std::size_t row)
{
    const auto& feature = problem.features[node.feature];
    const auto& cell = feature.cells[row];
    if (!cell) return node.missing_left;
    if (feature.numeric) return *cell <= node.cut;
    const int code = static_cast<int>(*cell);
    if (node.left_categories.contains(code)) return true;
    if (node.right_categories.contains(code)) return false;
    return node.missing_left;
}

inline std::unique_ptr<Node> grow(const Problem& problem, const Rows& rows, int depth = 0)
{
    auto node = std::make_unique<Node>();
    node->rows = rows;
    const bool pure = std::all_of(rows.begin(), rows.end(), [&](std::size_t r) {
        return problem.response[r] == problem.response[rows[0]];
    });
    if (pure || depth >= problem.max_depth || rows.size() < 2 * problem.min_rows) return node;
    std::optional<Split> best;
    Fraction best_decrease{0, 1};
    for (std::size_t j = 0; j < problem.features.size(); ++j)
        for (const auto& split : splits_of(problem, j, rows)) {
            if (split.known_left.size() < problem.min_rows || split.known_right.size() < problem.min_rows)
                continue;
            const Fraction d = decrease(problem, split);
            if (!(d > best_decrease)) continue;
            best = split;
            best_decrease = d;
        }
    if (!best) return node;
    node->feature = best->feature;
    node->cut = best->cut;
    node->left_categories = best->left;
    node->right_categories = best->right;
    node->missing_left = best->known_left.size() >= best->known_right.size();
    Rows left, right;
    for (const auto r : rows) (goes_left(problem, *node, r) ? left : right).push_back(r);
    node->left = grow(problem, left, depth + 1);
    node->right = grow(problem, right, depth + 1);
    return node;
}

inline const Node& leaf_of(const Problem& problem, const Node& node, std::size_t row)
{
    return !node.left ? node
                      : leaf_of(problem, goes_left(problem, node, row) ? *node.left : *node.right, row);
}

inline std::size_t leaves(const Node& node)
{
    return node.left ? leaves(*node.left) + leaves(*node.right) : 1;
}
inline std::size_t depth(const Node& node)
{
    return node.left ? 1 + std::max(depth(*node.left), depth(*node.right)) : 0;
}

/// lcm(1..30): every squared error of up to 30 rows with whole responses is a multiple of 1 over this.
constexpr Integer scale = 2329089562800;

/// The node's risk as a leaf, times `scale`: misclassified rows, or squared error.
inline Integer scaled_risk(const Problem& problem, const Node& node)
{
    const auto n = static_cast<Integer>(node.rows.size());
    if (problem.classes == 0) {
        Integer sum = 0;
        Integer squares = 0;
        for (const auto r : node.rows) {
            sum += problem.response[r];
            squares += problem.response[r] * problem.response[r];
        }
        return scale * squares - sum * sum * scale / n;
    }
    std::vector<Integer> counts(static_cast<std::size_t>(problem.classes), 0);
    for (const auto r : node.rows) ++counts[static_cast<std::size_t>(problem.response[r])];
    return scale * (n - *std::max_element(counts.begin(), counts.end()));
}

/// One subtree that remains when branches are cut off: its inner nodes, leaves and risk.
struct Subtree {
    std::set<const Node*> inner;
    Integer leaves = 0;
    Integer risk = 0;
};

/// All of them. Grows fast with the tree: for small ones.
inline std::vector<Subtree> all_subtrees(const Problem& problem, const Node& node)
{
    std::vector<Subtree> all{{{}, 1, scaled_risk(problem, node)}};
    if (!node.left) return all;
    const auto rights = all_subtrees(problem, *node.right);
    for (const auto& left : all_subtrees(problem, *node.left))
        for (const auto& right : rights) {
            Subtree both = left;
            both.inner.insert(right.inner.begin(), right.inner.end());
            both.inner.insert(&node);
            both.leaves += right.leaves;
            both.risk += right.risk;
            all.push_back(both);
        }
    return all;
}

/// The smallest subtree with least risk + cp * risk(root) * leaves, where cp = top / bottom.
inline Subtree best_subtree(const Problem& problem, const Node& root, int cp_top, int cp_bottom)
{
    const Integer root_risk = scaled_risk(problem, root);
    const auto cost = [&](const Subtree& t) { return cp_bottom * t.risk + cp_top * root_risk * t.leaves; };
    const auto all = all_subtrees(problem, root);
    const Subtree* best = &all.front();
    for (const auto& t : all)
        if (cost(t) < cost(*best) || (cost(t) == cost(*best) && t.leaves < best->leaves)) best = &t;
    return *best;
}

/// Cuts off every branch that is not in `kept`.
inline void cut_back(Node& node, const Subtree& kept)
{
    if (!node.left) return;
    if (!kept.inner.contains(&node)) {
        node.left.reset();
        node.right.reset();
        return;
    }
    cut_back(*node.left, kept);
    cut_back(*node.right, kept);
}

} // namespace slow_tree
