// Depth-first growth over presorted features, as grow.cpp, with fractional rows: where cells of the chosen
// attribute are missing, the cells of the branches are copied after those of the node, because a row may be
// in several branches. Otherwise they are partitioned in place.
#include "learn/tree/c45_grow.hpp"

#include "learn/tree/c45_search.hpp"
#include "learn/tree/divide.hpp"
#include "unseen/base/error.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace unseen::tree::c45 {

namespace {

/// A node to split. Its rows are begin .. end - 1 of the list of rows and of every sorted feature.
struct OpenNode {
    std::uint32_t node = 0;
    std::uint32_t depth = 0;
    Segment rows;
    Counting counting = Counting::once;
};

struct Choice {
    bool found = false;
    std::uint32_t feature = 0;
    Rating rating;
};

class Grower {
public:
    Grower(const Shared& shared, const Growing& growing, RowLists& rows, Scratch& scratch)
        : shared_(shared),
          features_(shared.presorted.features),
          growing_(growing),
          min_rows_(static_cast<double>(growing.min_rows)),
          rows_(rows),
          s_(scratch),
          search_(shared, min_rows_, rows, scratch.terms, scratch.weight)
    {
    }

    Tree run(const std::stop_token& stop)
    {
        load();
        while (!open_.empty()) {
            if (stop.stop_requested()) throw LearnerError("tree: stopped");
            const OpenNode node = open_.back();
            open_.pop_back();
            const Choice choice = search(node);
            if (choice.found) split(node, choice);
        }
        return std::move(tree_);
    }

private:
    static constexpr std::uint32_t missing_cell = RowLists::missing_cell;

    Row row_of(Entry entry) const { return entry.tag & shared_.presorted.row_mask(); }
    Entry* entries_of(std::size_t feature) { return s_.entries.data() + shared_.place[feature] * s_.stride; }

    void load()
    {
        const std::size_t p = features_.size();
        const Segment root = rows_.root();
        if (s_.stride < root.size() + 1) widen(0, shared_.presorted.rows + std::size_t{1});
        for (std::size_t j = 0; j < p; ++j) {
            if (!features_[j].numeric()) continue;
            Entry* to = entries_of(j);
            for (const Entry entry : features_[j].order) {
                *to = entry; // written before it is known whether the row counts; there is room for one more
                to += rows_.copies(row_of(entry)) != 0 ? 1 : 0;
            }
        }
        s_.active.resize(p);
        s_.active_count.assign(1, static_cast<std::uint32_t>(p));
        std::iota(s_.active.begin(), s_.active.end(), 0u);
        set_many_valued();
        tree_.clear(shared_.classes);
        tree_.add(1);
        rows_.count(root, tree_.own_of(0));
        if (!must_be_leaf(0, 0))
            open_.push_back({.node = 0, .depth = 0, .rows = root, .counting = rows_.counting()});
    }

    /// Makes room for `rows` cells of each feature and keeps the first `used`.
    void widen(std::size_t used, std::size_t rows)
    {
        std::vector<Entry> wider(rows * shared_.numeric);
        for (std::size_t j = 0; j < features_.size(); ++j)
            if (features_[j].numeric())
                std::copy_n(entries_of(j), used, wider.data() + shared_.place[j] * rows);
        s_.entries = std::move(wider);
        s_.stride = rows;
    }

    /// Attributes with a category for every third row or more do not count in the average gain, unless all
    /// attributes are like that.
    void set_many_valued()
    {
        const double limit = 0.3 * static_cast<double>(rows_.size());
        for (const auto declared : shared_.declared)
            many_valued_.push_back(declared > 0 && !is_less(static_cast<double>(declared), limit) ? 1 : 0);
        if (std::ranges::find(many_valued_, 0) == many_valued_.end()) std::ranges::fill(many_valued_, 0);
    }

    bool must_be_leaf(std::size_t node, std::uint32_t depth) const
    {
        const auto own = tree_.own_of(node);
        const double weight = sum_of(own);
        return is_less(weight, 2.0 * min_rows_) || is_equal(weight, own[majority(own)]) ||
               depth >= growing_.max_depth;
    }

    /// Of the attributes whose gain is about the average or more, the one with the largest gain ratio; ties
    /// go to the first.
    Choice search(const OpenNode& node)
    {
        const std::size_t p = features_.size();
        if (s_.active.size() < p * (node.depth + 2)) s_.active.resize(p * (node.depth + 2));
        if (s_.active_count.size() < node.depth + std::size_t{2})
            s_.active_count.resize(node.depth + std::size_t{2});
        const std::uint32_t* const here = s_.active.data() + p * node.depth;
        std::uint32_t* below = s_.active.data() + p * (node.depth + 1);
        const auto own = tree_.own_of(node.node);
        const NodeTotals totals{.classes = own, .weight = sum_of(own), .counting = node.counting};
        const auto list = rows_.rows(node.rows);
        if (node.counting == Counting::weights)
            for (const auto& [weight, row] : list) s_.weight[row] = weight;

        usable_.clear();
        double sum = 0.0;
        double count = 0.0;
        for (std::uint32_t i = 0; i < s_.active_count[node.depth]; ++i) {
            const std::uint32_t j = here[i];
            Rating rating;
            if (features_[j].numeric()) {
                const std::span<const Entry> entries(entries_of(j) + node.rows.begin, node.rows.size());
                // The last known cell; if none is known, the first.
                const auto known = std::ranges::find_if(entries.rbegin(), entries.rend(), [](Entry entry) {
                    return entry.rank != Entry::missing;
                });
                if (known == entries.rend() || known->rank == entries.front().rank) continue;
                rating = search_.cuts(j, totals, entries);
            } else {
                rating = search_.categories(j, totals, list);
                if (search_.constant()) continue;
            }
            *below++ = j;
            if (!rating.usable) continue;
            usable_.push_back({.found = true, .feature = j, .rating = rating});
            if (many_valued_[j] != 0) continue;
            sum += rating.gain;
            count += 1.0;
        }
        s_.active_count[node.depth + 1] =
            static_cast<std::uint32_t>(below - (s_.active.data() + p * (node.depth + 1)));
        Choice best;
        for (const auto& each : usable_)
            if (count > 0.0 && each.rating.gain >= sum / count - 1e-3 &&
                is_greater(each.rating.ratio, best.rating.ratio))
                best = each;
        best.found = best.found && !is_equal(best.rating.ratio, 0.0);
        return best;
    }

    void split(const OpenNode& open, const Choice& choice)
    {
        const bool numeric = features_[choice.feature].numeric();
        const std::uint32_t branches = numeric ? 2 : shared_.declared[choice.feature];
        Node node{.unit = rows_.unit(choice.feature),
                  .first = tree_.add(branches),
                  .branches = branches,
                  .feature = choice.feature,
                  .numeric = numeric};
        if (numeric) node.threshold = threshold(choice);
        tree_.nodes[open.node] = node;

        const bool missing = rows_.deal(node, open.rows, tree_.branches_of(node));
        std::size_t top =
            open.rows
                .end; // this node is the last in use: the others were pushed before it and stand before it
        std::vector<bool> is_open(branches);
        bool any = false;
        for (std::uint32_t b = 0; b < branches; ++b) {
            // A branch with hardly any rows gets no share of rows.
            if (is_greater(rows_.shares()[b], 0.0))
                std::ranges::copy(tree_.branches_of(node).subspan(b * tree_.classes, tree_.classes),
                                  tree_.own_of(node.first + b).begin());
            is_open[b] = !must_be_leaf(node.first + b, open.depth + 1);
            any = any || is_open[b];
        }
        if (!any) return;
        const auto lists = rows_.divide(open.rows, missing, top);
        partition(open, missing, lists, is_open, top);
        for (std::uint32_t b = 0; b < branches; ++b)
            if (is_open[b])
                open_.push_back({.node = node.first + b,
                                 .depth = open.depth + 1,
                                 .rows = lists[b],
                                 .counting = missing ? Counting::weights : open.counting});
    }

    /// Divides the sorted cells as divide() has divided the rows.
    void partition(const OpenNode& open, bool missing, const std::vector<Segment>& lists,
                   const std::vector<bool>& is_open, std::size_t top)
    {
        const std::size_t p = features_.size();
        if (s_.stride < top + 1) widen(open.rows.end, std::max(top + 1, s_.stride + s_.stride / 2));
        const std::uint32_t* const branch = rows_.branch();
        const auto shares = rows_.shares();
        const std::uint32_t mask = shared_.presorted.row_mask();
        const bool two = lists.size() == 2 && !missing;
        if (two) {
            // One byte a row stays in the cache.
            s_.goes_left.resize(shared_.presorted.rows);
            for (const auto& [weight, row] : rows_.rows({lists[0].begin, lists[1].end}))
                s_.goes_left[row] = branch[row] == 0 ? 1 : 0;
        }
        if (s_.buffer.size() < open.rows.size()) s_.buffer.resize(open.rows.size());
        const std::uint32_t* const active = s_.active.data() + p * (open.depth + 1);
        std::vector<std::size_t> to(lists.size());
        for (std::uint32_t i = 0; i < s_.active_count[open.depth + 1]; ++i) {
            if (!features_[active[i]].numeric()) continue;
            Entry* const all = entries_of(active[i]);
            Entry* const own = all + open.rows.begin;
            if (two) {
                divide(own, open.rows.size(), s_.buffer.data(), s_.goes_left.data(), true, is_open[1],
                       [mask](Entry entry) { return entry.tag & mask; });
                continue;
            }
            for (std::size_t b = 0; b < lists.size(); ++b) to[b] = lists[b].begin;
            const Entry* from = own;
            if (!missing) {
                std::copy_n(own, open.rows.size(), s_.buffer.data());
                from = s_.buffer.data();
            }
            for (std::size_t k = 0; k < open.rows.size(); ++k) {
                const auto at = branch[from[k].tag & mask];
                if (at != missing_cell) {
                    all[to[at]++] = from[k];
                    continue;
                }
                for (std::size_t b = 0; b < lists.size(); ++b)
                    if (is_greater(shares[b], 0.0)) all[to[b]++] = from[k];
            }
        }
    }

    /// The largest value of the feature in the whole training set up to the middle of the cut, so that a tree
    /// shows values that occur.
    double threshold(const Choice& choice) const
    {
        const auto& feature = features_[choice.feature];
        const double upper = feature.values[choice.rating.above];
        const double lower = feature.values[choice.rating.below];
        const double half = (upper + lower) / 2.0;
        const double middle = half == upper ? lower : half;
        const double unit = rows_.unit(choice.feature);
        const auto apart = [&](double a, double b) { return a - b > tolerance * unit; };
        // The values up to the middle that are in the training set, downwards.
        auto entry = std::partition_point(feature.order.begin(), feature.order.end(), [&](Entry e) {
            return e.rank != Entry::missing && is_within(feature.values[e.rank], middle, unit);
        });
        const auto next = [&] {
            while (entry != feature.order.begin())
                if (rows_.copies(row_of(*--entry)) != 0) return feature.values[entry->rank];
            return -std::numeric_limits<double>::infinity();
        };
        const double largest = next();
        double second = largest;
        while (second == largest) second = next();
        if (apart(largest, second)) return largest;
        // Values within the tolerance of each other: the first of them in the order of rows stays.
        double kept = -std::numeric_limits<double>::max();
        const double* const values = shared_.cells[choice.feature].values;
        for (Row row = 0; row < shared_.presorted.rows; ++row)
            if (rows_.copies(row) != 0 && apart(values[row], kept) && is_within(values[row], middle, unit))
                kept = values[row];
        return kept;
    }

    const Shared& shared_;
    const std::vector<Feature>& features_;
    const Growing& growing_;
    double min_rows_;
    RowLists& rows_;
    Scratch& s_;
    Search search_;
    Tree tree_;
    std::vector<OpenNode> open_;
    std::vector<char> many_valued_;
    std::vector<Choice> usable_;
};

/// Makes a leaf of every split whose leaves make as many training errors as itself, less 0.001. From the root
/// down; children come after parents.
void collapse(Tree& tree)
{
    std::vector<double> errors_below(tree.nodes.size());
    for (std::size_t i = tree.nodes.size(); i-- > 0;) {
        const Node& node = tree.nodes[i];
        errors_below[i] = node.leaf() ? errors(tree.own_of(i))
                                      : sum_of(std::span(errors_below).subspan(node.first, node.branches));
    }
    for (std::size_t i = 0; i < tree.nodes.size(); ++i)
        if (!tree.nodes[i].leaf() && errors_below[i] >= errors(tree.own_of(i)) - 1e-3) tree.nodes[i] = {};
}

} // namespace

Tree grow(const Shared& shared, const Growing& growing, RowLists& rows, const std::stop_token& stop,
          Scratch& scratch)
{
    scratch.terms.reach(shared.presorted.rows);
    scratch.weight.resize(shared.presorted.rows);
    Tree tree = Grower(shared, growing, rows, scratch).run(stop);
    collapse(tree);
    return tree;
}

} // namespace unseen::tree::c45
