#include "estimate/row_influences.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <numeric>

namespace unseen {

namespace {

double weight_of(const PredictionView& view, std::size_t i) { return view.weight.empty() ? 1.0 : view.weight[i]; }

std::vector<double> of_mean(const Measure& measure, const PredictionView& view)
{
    std::vector<double> values(view.size());
    measure.row_values(view, values);
    ExactSum sum;
    ExactSum weights;
    for (std::size_t i = 0; i < values.size(); ++i) {
        sum.add_product(weight_of(view, i), values[i]);
        weights.add(weight_of(view, i));
    }
    const double mean = sum.value() / weights.value();
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = weight_of(view, i) * (values[i] - mean) / weights.value();
    return values;
}

/// Rows by descending score of the positive class, and where blocks of equal scores end.
struct Order {
    std::vector<std::uint32_t> rows;
    std::vector<std::size_t> ends;
    std::vector<double> positives; ///< weight of each block's positive rows
    std::vector<double> negatives;
    double all_positives = 0.0;
    double all_negatives = 0.0;
};

Order order_of(const PredictionView& view)
{
    const auto score = [&](std::uint32_t i) { return view.score(i, view.positive); };
    Order order;
    order.rows.resize(view.size());
    std::iota(order.rows.begin(), order.rows.end(), 0u);
    std::sort(order.rows.begin(), order.rows.end(),
              [&](std::uint32_t a, std::uint32_t b) { return score(a) != score(b) ? score(a) > score(b) : a < b; });
    ExactSum all_positives;
    ExactSum all_negatives;
    for (std::size_t begin = 0; begin < order.rows.size();) {
        ExactSum positives; // so that the order of tied rows does not matter
        ExactSum negatives;
        std::size_t end = begin;
        for (; end < order.rows.size() && score(order.rows[end]) == score(order.rows[begin]); ++end) {
            const auto i = order.rows[end];
            (view.true_label[i] == view.positive ? positives : negatives).add(weight_of(view, i));
        }
        order.ends.push_back(end);
        order.positives.push_back(positives.value());
        order.negatives.push_back(negatives.value());
        all_positives.merge(positives);
        all_negatives.merge(negatives);
        begin = end;
    }
    order.all_positives = all_positives.value();
    order.all_negatives = all_negatives.value();
    return order;
}

/// An influence for each row from those of its block's positive and negative rows for unit weight.
template <class OfBlock>
std::vector<double> by_blocks(const PredictionView& view, const Order& order, OfBlock of_block)
{
    std::vector<double> influences(view.size());
    std::size_t begin = 0;
    for (std::size_t b = 0; b < order.ends.size(); ++b) {
        const auto [positive, negative] = of_block(b);
        for (; begin < order.ends[b]; ++begin) {
            const auto i = order.rows[begin];
            influences[i] = weight_of(view, i) * (view.true_label[i] == view.positive ? positive : negative);
        }
    }
    return influences;
}

std::vector<double> of_auc(const PredictionView& view, double auc, bool is_loss)
{
    const Order order = order_of(view);
    if (is_loss) auc = 1.0 - auc;
    const double sign = is_loss ? -1.0 : 1.0;
    double above = 0.0;
    double below = order.all_negatives;
    return by_blocks(view, order, [&](std::size_t b) {
        below -= order.negatives[b];
        const double v10 = (below + order.negatives[b] / 2) / order.all_negatives;
        const double v01 = (above + order.positives[b] / 2) / order.all_positives;
        above += order.positives[b];
        return std::pair(sign * (v10 - auc) / order.all_positives, sign * (v01 - auc) / order.all_negatives);
    });
}

std::vector<double> of_precision(const PredictionView& view, double value)
{
    const Order order = order_of(view);
    const auto blocks = order.ends.size();
    std::vector<std::pair<double, double>> influences(blocks);
    double found = order.all_positives;
    double others = order.all_negatives;
    double from_positive = 0.0; // sums over the blocks from the last one up
    double from_negative = 0.0;
    for (std::size_t b = blocks; b-- > 0;) {
        const double rows = found + others;
        if (!(rows > 0.0)) break; // rows of weight 0 above all others
        from_positive += order.positives[b] * others / (rows * rows);
        from_negative += order.positives[b] * found / (rows * rows);
        influences[b] = {(found / rows - value + from_positive) / order.all_positives, -from_negative / order.all_positives};
        found -= order.positives[b];
        others -= order.negatives[b];
    }
    return by_blocks(view, order, [&](std::size_t b) { return influences[b]; });
}

} // namespace

std::optional<std::vector<double>> row_influences(const Measure& measure, const PredictionView& view, double value)
{
    if (measure.row_values) return of_mean(measure, view);
    if (measure.statistic == Statistic::auc) return of_auc(view, value, measure.direction == Direction::lower_is_better);
    if (measure.statistic == Statistic::average_precision) return of_precision(view, value);
    return std::nullopt;
}

} // namespace unseen
