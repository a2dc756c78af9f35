// Depth-first growth over presorted features. A stable partition keeps the rows of each feature sorted within
// each node, so that no node has to sort (Mehta, Agrawal & Rissanen 1996, SLIQ; Shafer, Agrawal & Mehta 1996,
// SPRINT). A level takes O(features * rows).
#include "learn/tree/grow.hpp"

#include "learn/tree/node_rows.hpp"
#include "learn/tree/search.hpp"
#include "unseen/base/error.hpp"
#include "unseen/stats/random.hpp"

#include <cmath>
#include <numeric>

namespace unseen::tree {

namespace {

/// A decrease of squared error below this share of the node's squared error is rounding.
constexpr double negligible_share = 1e-12;

/// A point between a < b with a <= cut < b in floating point.
double midpoint(double a, double b)
{
    const double middle = a / 2 + b / 2;
    return middle >= a && middle < b ? middle : a;
}

template <class Count>
struct BestSplit {
    bool found = false;
    std::uint32_t feature = 0;
    Cut cut;
    Count left_rows = 0; ///< rows on the left whose cell is known
    Count known_rows = 0;
    bool missing_left() const { return left_rows >= known_rows - left_rows; }
};

/// The statistics of a node, collected row by row.
template <class Count>
struct Tally {
    Count rows = 0;
    std::size_t distinct = 0;
    double sum = 0.0;
    double squares = 0.0;
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -std::numeric_limits<double>::infinity();
};

/// The least weight of a side; rows with little weight are rows, too.
template <class Count>
Count least_rows(const Growing& growing)
{
    return std::is_integral_v<Count> || growing.min_rows > 1 ? static_cast<Count>(growing.min_rows)
                                                             : Count{0};
}

template <class Measure>
class Grower {
    using Count = typename Measure::Count;
    using Best = BestSplit<Count>;
    using Sums = Tally<Count>;

public:
    Grower(const Presorted& presorted, const Growing& growing, Scratch& scratch, std::uint64_t seed)
        : data_(presorted),
          growing_(growing),
          least_(least_rows<Count>(growing)),
          s_(scratch),
          counted_(std::get<Counted<Count>>(scratch.counted)),
          tree_(scratch.tree),
          rows_(presorted, scratch, growing.sampled > 0),
          draws_(seed, Purpose::learner)
    {
    }

    void run(const RowSet& train, const std::stop_token& stop)
    {
        const auto check = [&] {
            if (stop.stop_requested()) throw LearnerError("tree: stopped");
        };
        check(); // ensembles grow many trees of one leaf
        load(train);
        while (!s_.open.empty()) {
            check();
            const OpenNode node = s_.open.back();
            s_.open.pop_back();
            const Best best = search(node);
            if (best.found) split(node, best);
        }
        if constexpr (!std::is_integral_v<Count>) tie_classes();
    }

private:
    /// Sums of weights are rounded, so classes of a node within 1e-9 of its heaviest one count as equal, and
    /// ties go to the first class.
    void tie_classes()
    {
        for (std::size_t first = 0; first < tree_.counts.size(); first += data_.classes) {
            const auto own = std::span(tree_.counts).subspan(first, data_.classes);
            const double most = std::ranges::max(own);
            for (double& count : own)
                if (count > most * (1.0 - 1e-9)) count = most;
        }
    }

    /// Makes the root.
    void load(const RowSet& train)
    {
        const auto distinct = rows_.load(train);
        weighted_ = train.repeats() || !data_.weights.empty();
        s_.active.resize(data_.features.size());
        s_.active_count.assign(1, static_cast<std::uint32_t>(s_.active.size()));
        std::iota(s_.active.begin(), s_.active.end(), 0u);
        counted_.node_counts.resize(data_.classes);
        counted_.known_counts.resize(data_.classes);
        counted_.left_counts.resize(data_.classes);

        tree_.clear(data_.classes);
        s_.open.clear();
        add_nodes(1);
        Sums tally;
        train.for_each([&](Row r, std::uint32_t) {
            if (counted_.weight[r] > 0) count(r, 0, tally);
        });
        if (close(0, tally, 0)) return;
        s_.open.push_back({.node = 0,
                           .depth = 0,
                           .begin = 0,
                           .end = distinct,
                           .rows = static_cast<double>(tally.rows),
                           .sum = tally.sum});
    }

    void add_nodes(std::size_t n)
    {
        tree_.nodes.resize(tree_.nodes.size() + n);
        tree_.counts.resize(tree_.nodes.size() * data_.classes, 0);
        if (data_.classes == 0) {
            tree_.values.resize(tree_.nodes.size());
            tree_.errors.resize(tree_.nodes.size());
        }
    }

    /// Adds a row to the statistics of node `to`.
    void count(Row row, std::size_t to, Sums& tally)
    {
        const auto weight = counted_.weight[row];
        tally.rows += weight;
        ++tally.distinct;
        if (data_.classes > 0) {
            tree_.counts[to * data_.classes + static_cast<std::size_t>(data_.class_codes[row])] += weight;
            return;
        }
        const double y = data_.centred[row];
        tally.sum += static_cast<double>(weight) * y;
        tally.squares += static_cast<double>(weight) * (y * y);
        tally.lowest = std::min(tally.lowest, data_.responses[row]);
        tally.highest = std::max(tally.highest, data_.responses[row]);
    }

    /// Writes the statistics of a node. True if it must be a leaf.
    bool close(std::size_t node, const Sums& tally, std::uint32_t depth)
    {
        bool pure = false;
        if (data_.classes > 0) {
            const auto counts = tree_.counts_of(node);
            pure = *std::max_element(counts.begin(), counts.end()) == static_cast<double>(tally.rows);
        } else {
            const auto n = static_cast<double>(tally.rows);
            pure = tally.lowest == tally.highest;
            tree_.values[node] = pure ? tally.lowest : data_.centre + tally.sum / n;
            tree_.errors[node] = pure ? 0.0 : std::max(0.0, tally.squares - tally.sum * tally.sum / n);
        }
        return pure || tally.rows / 2 < least_ || depth >= growing_.max_depth;
    }

    Best search(const OpenNode& node)
    {
        const std::size_t p = data_.features.size();
        Totals<Count> totals{
            .rows = static_cast<Count>(node.rows), .counts = {}, .sum = node.sum, .negligible = 0.0};
        if (data_.classes > 0) {
            const auto counts = tree_.counts_of(node.node);
            std::transform(counts.begin(), counts.end(), counted_.node_counts.begin(),
                           [](double rows) { return static_cast<Count>(rows); });
            totals.counts = counted_.node_counts;
        } else {
            totals.negligible = negligible_share * tree_.errors[node.node];
        }
        if (s_.active.size() < p * (node.depth + 2)) s_.active.resize(p * (node.depth + 2));
        if (s_.active_count.size() < node.depth + std::size_t{2})
            s_.active_count.resize(node.depth + std::size_t{2});
        const std::uint32_t* const here = s_.active.data() + p * node.depth;
        std::uint32_t* below = s_.active.data() + p * (node.depth + 1);

        Measure measure(least_, data_, counted_.left_counts);
        measure.start(totals);
        Best best;
        bool best_complete = true; // the best split so far uses a feature without missing cells at this node
        // False if the feature is constant at the node.
        const auto search_feature = [&](std::uint32_t j) {
            const bool numeric = data_.features[j].numeric();
            Totals<Count> known = totals;
            const std::span<const Entry> entries =
                numeric ? rows_.known_entries(j, node, known) : std::span<const Entry>{};
            if (!numeric) rows_.fill_groups(data_.features[j], node, known);
            const bool constant = numeric ? entries.empty() || entries.front().rank == entries.back().rank
                                          : counted_.groups.present.size() < 2;
            if (!constant) {
                Cut cut;
                const auto better_in = [&](Measure& m) {
                    return numeric ? cuts(m, entries, cut) : categories(m, known);
                };
                const bool complete = known.rows == totals.rows;
                bool improved = false;
                if (complete && best_complete) {
                    improved = better_in(measure);
                } else {
                    Measure own = measure;
                    own.start(complete ? totals : known); // a complete feature uses the totals: known.counts
                                                          // may be scratch that changes
                    improved = better_in(own) &&
                               (!best.found || Measure::better(own.decrease(), measure.decrease()));
                    if (improved) {
                        measure = own;
                        best_complete = complete;
                    }
                }
                if (improved) {
                    best = {
                        .found = true, .feature = j, .cut = cut, .left_rows = 0, .known_rows = known.rows};
                    best.left_rows = measure.best_left_rows();
                    if (!numeric) {
                        s_.best_left.swap(s_.left);
                        s_.best_present = counted_.groups.present;
                    }
                }
            }
            if (!numeric) rows_.empty_groups();
            return !constant;
        };
        if (growing_.sampled > 0) {
            bool any = false; // while all are constant, more are drawn
            for (std::uint32_t i = 0; i < p && (i < growing_.sampled || !any); ++i) {
                std::swap(s_.active[i], s_.active[i + draws_.below(p - i)]);
                any = search_feature(s_.active[i]) || any;
            }
            return best;
        }
        for (std::uint32_t i = 0; i < s_.active_count[node.depth]; ++i)
            if (search_feature(here[i])) *below++ = here[i];
        s_.active_count[node.depth + 1] =
            static_cast<std::uint32_t>(below - (s_.active.data() + p * (node.depth + 1)));
        return best;
    }

    bool cuts(Measure& measure, std::span<const Entry> entries, Cut& cut)
    {
        return weighted_
                   ? search_cuts<true>(measure, entries, counted_.weight.data(), rows_.row_mask(), cut)
                   : search_cuts<false>(measure, entries, counted_.weight.data(), rows_.row_mask(), cut);
    }
    bool categories(Measure& measure, const Totals<Count>& known)
    {
        return search_categories(measure, counted_.groups, known, s_.order, s_.left);
    }

    void split(const OpenNode& node, const Best& best)
    {
        const auto left = static_cast<std::uint32_t>(tree_.nodes.size());
        const auto& feature = data_.features[best.feature];
        add_nodes(2);
        Node& parent = tree_.nodes[node.node];
        parent.left = left;
        parent.feature = best.feature;
        parent.missing_left = best.missing_left();
        if (feature.numeric())
            parent.cut = midpoint(feature.values[best.cut.below], feature.values[best.cut.above]);
        else
            write_set(parent, feature.labels);

        Sums tally[2];
        const auto send = [&](Row row, bool goes_left) {
            s_.goes_left[row] = goes_left ? 1 : 0;
            count(row, goes_left ? left : left + std::size_t{1}, tally[goes_left ? 0 : 1]);
        };
        if (feature.numeric() && growing_.sampled > 0) {
            for (const Row row : rows_.rows(node)) {
                const auto rank = feature.ranks[row];
                send(row, rank == Entry::missing ? parent.missing_left : rank <= best.cut.below);
            }
        } else if (feature.numeric()) {
            const auto entries = rows_.entries(best.feature, node);
            const Entry* entry = entries.data();
            const Entry* const end = entry + entries.size();
            for (; entry != end && entry->rank <= best.cut.below; ++entry) send(rows_.row_of(*entry), true);
            for (; entry != end && entry->rank != Entry::missing; ++entry) send(rows_.row_of(*entry), false);
            for (; entry != end; ++entry) send(rows_.row_of(*entry), parent.missing_left);
        } else {
            for (std::size_t i = node.begin; i < node.end; ++i) {
                const auto code = feature.codes[s_.rows[i]];
                send(s_.rows[i],
                     code < 0 ? parent.missing_left : in_set(parent, static_cast<std::uint32_t>(code)));
            }
        }

        const bool open_left = !close(left, tally[0], node.depth + 1);
        const bool open_right = !close(left + std::size_t{1}, tally[1], node.depth + 1);
        if (!open_left && !open_right) return;
        rows_.partition(node, open_left, open_right);
        const std::size_t middle = node.begin + (open_left ? tally[0].distinct : 0);
        if (open_right)
            s_.open.push_back({.node = left + 1,
                               .depth = node.depth + 1,
                               .begin = middle,
                               .end = middle + tally[1].distinct,
                               .rows = static_cast<double>(tally[1].rows),
                               .sum = tally[1].sum});
        if (open_left)
            s_.open.push_back({.node = left,
                               .depth = node.depth + 1,
                               .begin = node.begin,
                               .end = middle,
                               .rows = static_cast<double>(tally[0].rows),
                               .sum = tally[0].sum});
    }

    /// Categories with rows at the node go to the side of the best split, other categories with the missing
    /// cells.
    void write_set(Node& node, std::uint32_t labels)
    {
        node.labels = labels;
        node.set = static_cast<std::uint32_t>(tree_.sets.size());
        tree_.sets.resize(tree_.sets.size() + set_words(labels), node.missing_left ? ~std::uint64_t{0} : 0);
        const auto word = [&](std::uint32_t code) -> std::uint64_t& {
            return tree_.sets[node.set + code / 64];
        };
        for (const auto code : s_.best_present) word(code) &= ~(std::uint64_t{1} << (code % 64));
        for (const auto code : s_.best_left) word(code) |= std::uint64_t{1} << (code % 64);
    }
    bool in_set(const Node& node, std::uint32_t code) const
    {
        return ((tree_.sets[node.set + code / 64] >> (code % 64)) & 1) != 0;
    }

    const Presorted& data_;
    const Growing& growing_;
    Count least_;
    Scratch& s_;
    Counted<Count>& counted_;
    Tree& tree_;
    NodeRows<Count> rows_;
    bool weighted_ = false;
    Stream draws_; ///< of features
};

/// Whether the rows can be counted in whole numbers, whose squares must fit into 64 bits.
bool whole_weights(std::span<const double> weights, const RowSet& train)
{
    if (weights.empty()) return true;
    bool whole = true;
    double sum = 0.0;
    train.for_each([&](Row r, std::uint32_t count) {
        whole = whole && weights[r] == std::floor(weights[r]);
        sum += count * weights[r];
    });
    return whole && sum < 0x1p31;
}

} // namespace

void grow(const Presorted& presorted, const Growing& growing, const RowSet& train,
          const std::stop_token& stop, Scratch& scratch, std::uint64_t seed)
{
    if (!whole_weights(presorted.weights, train)) {
        if (presorted.classes == 0)
            Grower<SquaredError<double>>(presorted, growing, scratch, seed).run(train, stop);
        else
            Grower<WeightedGini>(presorted, growing, scratch, seed).run(train, stop);
        return;
    }
    if (presorted.classes == 0)
        Grower<SquaredError<std::int64_t>>(presorted, growing, scratch, seed).run(train, stop);
    else if (presorted.classes == 2)
        Grower<TwoClassGini>(presorted, growing, scratch, seed).run(train, stop);
    else
        Grower<Gini>(presorted, growing, scratch, seed).run(train, stop);
}

} // namespace unseen::tree
