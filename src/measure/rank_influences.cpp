#include "measure/rank_influences.hpp"

#include "measure/row_order.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>

namespace unseen {

namespace {

double weight_of(const PredictionView& view, std::size_t i) { return view.weight.empty() ? 1.0 : view.weight[i]; }

/// The sum of f(k) for k in [begin, end), whatever their order.
template <class F>
double sum_of(std::size_t begin, std::size_t end, F f)
{
    if (end - begin == 1) return f(begin);
    ExactSum sum;
    for (; begin < end; ++begin) sum.add(f(begin));
    return sum.value();
}

/// A weighted mean, exactly the reference if all values are equal to it.
class CentredMean {
public:
    explicit CentredMean(double reference) : reference_(reference) {}
    void add(double weight, double value)
    {
        all_.add(weight);
        beyond_.add(weight * (value - reference_));
    }
    double value() const { return reference_ + beyond_.value() / all_.value(); }

private:
    double reference_;
    ExactSum all_;
    ExactSum beyond_;
};

BlockWeights totals(std::span<const BlockWeights> blocks)
{
    ExactSum positives;
    ExactSum negatives;
    for (const auto& block : blocks) {
        positives.add(block.positives);
        negatives.add(block.negatives);
    }
    return {positives.value(), negatives.value()};
}

/// The weights of the positive items, and of the others, of each block.
template <class RowOf, class Positive>
std::vector<BlockWeights> blocks_of(const PredictionView& view, const RowOrder& order, RowOf row_of, Positive positive)
{
    std::vector<BlockWeights> blocks(order.blocks());
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        const auto weight_if = [&](bool wanted) {
            return sum_of(order.begin_of(b), order.ends[b], [&](std::size_t k) {
                const auto item = order.items[k];
                return positive(item) == wanted ? weight_of(view, row_of(item)) : 0.0;
            });
        };
        blocks[b] = {weight_if(true), weight_if(false)};
    }
    return blocks;
}

/// Adds the influences of a figure of items to those of their rows; `row_of(item)`, `positive(item)`. False if the figure does not exist.
template <class RowOf, class Positive>
bool add_influences(const PredictionView& view, const RowOrder& order, RowOf row_of, Positive positive, BlockInfluences of_blocks,
                    std::vector<double>& influences)
{
    const auto blocks = blocks_of(view, order, row_of, positive);
    const auto unit = of_blocks(blocks);
    if (unit.empty()) return false;
    for (std::size_t b = 0; b < blocks.size(); ++b)
        for (auto k = order.begin_of(b); k < order.ends[b]; ++k) {
            const auto item = order.items[k];
            const auto row = row_of(item);
            influences[row] += weight_of(view, row) * (positive(item) ? unit[b].positive : unit[b].negative);
        }
    return true;
}

bool add_class(const PredictionView& view, std::uint32_t c, BlockInfluences of_blocks, std::vector<double>& influences)
{
    return add_influences(
        view, order_of_rows(view, c), [](std::uint32_t row) { return row; },
        [&](std::uint32_t row) { return view.true_label[row] == c; }, of_blocks, influences);
}

/// Sum over rows of the average precision without the row, less that of all. Terms of blocks above the row's stay as they are; from its block down
/// there is a row less, and in it a positive one less if it is one.
double sum_left_out(std::span<const BlockWeights> blocks)
{
    const double positives = totals(blocks).positives;
    if (!(positives > 0.0)) return 0.0;
    struct Terms { // of a block: a T/R, a (T-1)/(R-1), a T/(R-1)
        double all = 0.0;
        double without_positive = 0.0;
        double without_negative = 0.0;
    };
    std::vector<Terms> terms;
    std::vector<double> found;
    std::vector<double> rows;
    for (const auto& block : blocks) {
        found.push_back((found.empty() ? 0.0 : found.back()) + block.positives);
        rows.push_back((rows.empty() ? 0.0 : rows.back()) + block.positives + block.negatives);
        const double rest = std::max(rows.back() - 1.0, 1.0); // nothing is left of a block of one row
        terms.push_back({block.positives * found.back() / rows.back(), block.positives * (found.back() - 1.0) / rest,
                         block.positives * found.back() / rest});
    }
    Terms below; // sums of the blocks below
    double above = 0.0;
    for (const auto& term : terms) above += term.all;
    const double value = above / positives;
    ExactSum sum;
    for (std::size_t b = blocks.size(); b-- > 0;) {
        above -= terms[b].all;
        const auto [a, m] = blocks[b];
        if (a > 0.0 && positives > 1.0) {
            const double own = (a - 1.0) * (found[b] - 1.0) / std::max(rows[b] - 1.0, 1.0);
            sum.add(a * ((above + own + below.without_positive) / (positives - 1.0) - value));
        }
        below.without_positive += terms[b].without_positive;
        below.without_negative += terms[b].without_negative;
        if (m > 0.0) sum.add(m * ((above + below.without_negative) / positives - value));
    }
    return sum.value();
}

} // namespace

std::vector<BlockInfluence> auc_block_influences(std::span<const BlockWeights> blocks)
{
    const auto [positives, negatives] = totals(blocks);
    if (!(positives > 0.0 && negatives > 0.0)) return {};
    std::vector<BlockInfluence> influences(blocks.size()); // the shares, at first
    double above = 0.0;
    double below = negatives;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        below -= blocks[b].negatives;
        influences[b] = {(below + blocks[b].negatives / 2) / negatives, (above + blocks[b].positives / 2) / positives};
        above += blocks[b].positives;
    }
    std::size_t first_positive = 0;
    while (!(blocks[first_positive].positives > 0.0)) ++first_positive;
    std::size_t first_negative = 0;
    while (!(blocks[first_negative].negatives > 0.0)) ++first_negative;
    CentredMean of_positives(influences[first_positive].positive);
    CentredMean of_negatives(influences[first_negative].negative);
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        of_positives.add(blocks[b].positives, influences[b].positive);
        of_negatives.add(blocks[b].negatives, influences[b].negative);
    }
    const double mean_of_positives = of_positives.value();
    const double mean_of_negatives = of_negatives.value();
    for (auto& [positive, negative] : influences) {
        positive = (positive - mean_of_positives) / positives;
        negative = (negative - mean_of_negatives) / negatives;
    }
    return influences;
}

std::vector<BlockInfluence> precision_block_influences(std::span<const BlockWeights> blocks)
{
    const double positives = totals(blocks).positives;
    if (!(positives > 0.0)) return {};
    std::vector<BlockInfluence>
        influences; // at first the positives and negatives down to each block, so as to need no more memory
    influences.reserve(blocks.size());
    BlockWeights met;
    ExactSum gained;
    for (const auto& block : blocks) {
        met = {met.positives + block.positives, met.negatives + block.negatives};
        influences.push_back({met.positives, met.negatives});
        gained.add(block.positives * (met.positives / (met.positives + met.negatives)));
    }
    PrecisionInfluences from_below(gained.value() / positives);
    for (std::size_t b = blocks.size(); b-- > 0;) {
        const auto [found, others] = influences[b];
        const auto [positive, negative] = from_below.next(blocks[b].positives, found, others);
        influences[b] = {positive / positives, negative / positives};
    }
    return influences;
}

std::vector<double> influences_on_class(const PredictionView& view, std::uint32_t c, BlockInfluences of_blocks)
{
    std::vector<double> influences(view.size(), 0.0);
    add_class(view, c, of_blocks, influences);
    return influences;
}

std::vector<double> influences_on_class_mean(const PredictionView& view, BlockInfluences of_blocks)
{
    std::vector<double> influences(view.size(), 0.0);
    double classes = 0.0;
    for (std::uint32_t c = 0; c < view.classes->size(); ++c)
        if (add_class(view, c, of_blocks, influences)) classes += 1.0;
    for (auto& influence : influences) influence /= std::max(classes, 1.0);
    return influences;
}

double precision_class_mean_bias(const PredictionView& view)
{
    double classes = 0.0;
    double sum = 0.0;
    for (std::uint32_t c = 0; c < view.classes->size(); ++c) {
        if (std::find(view.true_label.begin(), view.true_label.end(), c) == view.true_label.end()) continue;
        classes += 1.0;
        sum += sum_left_out(blocks_of(
            view, order_of_rows(view, c), [](std::uint32_t row) { return row; },
            [&](std::uint32_t row) { return view.true_label[row] == c; }));
    }
    const auto n = static_cast<double>(view.size());
    return classes > 0.0 ? (n - 1.0) / n * sum / classes : 0.0;
}

std::vector<double> influences_on_pairs(const PredictionView& view, BlockInfluences of_blocks)
{
    const auto n_classes = static_cast<std::uint32_t>(view.classes->size());
    std::vector<double> influences(view.size(), 0.0);
    add_influences(
        view, order_of_pairs(view), [&](std::uint32_t pair) { return pair / n_classes; },
        [&](std::uint32_t pair) { return view.true_label[pair / n_classes] == pair % n_classes; }, of_blocks, influences);
    return influences;
}

std::vector<double> influences_one_versus_one(const PredictionView& view)
{
    const auto n_classes = static_cast<std::uint32_t>(view.classes->size());
    const auto n = view.size();
    std::vector<ExactSum> sums(n_classes);
    for (std::size_t i = 0; i < n; ++i) sums[view.true_label[i]].add(weight_of(view, i));
    std::vector<double> weight; // of each class
    for (const auto& sum : sums) weight.push_back(sum.value());
    const auto present = static_cast<double>(std::count_if(weight.begin(), weight.end(), [](double w) { return w > 0.0; }));

    // Sums over the pairs of classes of the share of the other class that a row is in the right order with: all a row is told by is its share
    // of its own class, so that the other classes' rows are met as shares too, together.
    std::vector<double> shares(n, 0.0);
    for (std::uint32_t c = 0; c < n_classes; ++c) {
        if (!(weight[c] > 0.0)) continue;
        const auto order = order_of_rows(view, c);
        double below = 0.0; // shares of the other classes, from the lowest score up
        double own = 0.0;   // weight of class c
        for (std::size_t b = order.blocks(); b-- > 0;) {
            const auto own_tie = sum_of(order.begin_of(b), order.ends[b], [&](std::size_t k) {
                const auto i = order.items[k];
                return view.true_label[i] == c ? weight_of(view, i) : 0.0;
            });
            const auto tie = sum_of(order.begin_of(b), order.ends[b], [&](std::size_t k) {
                const auto i = order.items[k];
                return view.true_label[i] == c ? 0.0 : weight_of(view, i) / weight[view.true_label[i]];
            });
            const double above = (weight[c] - own - own_tie / 2) / weight[c];
            for (auto k = order.begin_of(b); k < order.ends[b]; ++k) {
                const auto i = order.items[k];
                shares[i] += view.true_label[i] == c ? below + tie / 2 : above;
            }
            below += tie;
            own += own_tie;
        }
    }

    std::vector<double> largest(n_classes, 0.0);
    for (std::size_t i = 0; i < n; ++i) largest[view.true_label[i]] = std::max(largest[view.true_label[i]], shares[i]);
    std::vector<CentredMean> means(largest.begin(), largest.end());
    for (std::size_t i = 0; i < n; ++i) means[view.true_label[i]].add(weight_of(view, i), shares[i]);
    std::vector<double> mean;
    for (const auto& of_class : means) mean.push_back(of_class.value()); // no number without rows, and not asked for then
    for (std::size_t i = 0; i < n; ++i) {
        const auto c = view.true_label[i];
        if (!(weight_of(view, i) > 0.0)) continue;
        shares[i] = weight_of(view, i) / weight[c] * (shares[i] - mean[c]) / (present * (present - 1.0));
    }
    return shares;
}

} // namespace unseen
