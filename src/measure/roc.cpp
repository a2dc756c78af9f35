#include "measure/roc.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>

namespace unseen {

namespace {

struct ScoredRow {
    double score;
    double weight;
    bool positive;
};

/// Twice the pairs in which the positive row wins, ties counted once, over twice all pairs. Exact sums; with counts below 2^26 rows of
/// each class every product is exact too.
template <class Blocks>
double share_of_pairs(const Ranking& ranking, const Blocks& ascending)
{
    ExactSum below; // negatives met so far
    ExactSum won;
    for (const TieBlock& block : ascending) {
        if (block.positives > 0.0) {
            won.add_product(block.positives, 2.0 * below.value());
            won.add_product(block.positives, block.negatives);
        }
        if (block.negatives > 0.0) below.add(block.negatives);
    }
    return won.value() / (2.0 * ranking.positives * ranking.negatives);
}

} // namespace

Ranking ranking_of(const PredictionView& view, std::uint32_t positive, std::uint32_t negative)
{
    const auto n_classes = view.classes->size();
    std::vector<ScoredRow> rows;
    rows.reserve(view.size());
    for (std::size_t i = 0; i < view.size(); ++i) {
        const bool is_positive = view.true_label[i] == positive;
        if (!is_positive && negative != positive && view.true_label[i] != negative) continue;
        rows.push_back({view.scores[i * n_classes + positive], view.weight.empty() ? 1.0 : view.weight[i], is_positive});
    }
    std::sort(rows.begin(), rows.end(), [](const ScoredRow& a, const ScoredRow& b) { return a.score > b.score; });
    Ranking ranking;
    ExactSum all_positives;
    ExactSum all_negatives;
    for (std::size_t begin = 0; begin < rows.size();) {
        std::size_t end = begin;
        TieBlock block;
        if (view.weight.empty()) {
            for (; end < rows.size() && rows[end].score == rows[begin].score; ++end)
                (rows[end].positive ? block.positives : block.negatives) += 1.0;
        } else {
            ExactSum positives;
            ExactSum negatives;
            for (; end < rows.size() && rows[end].score == rows[begin].score; ++end)
                (rows[end].positive ? positives : negatives).add(rows[end].weight);
            block = {positives.value(), negatives.value()};
        }
        all_positives.add(block.positives);
        all_negatives.add(block.negatives);
        ranking.blocks.push_back(block);
        begin = end;
    }
    ranking.positives = all_positives.value();
    ranking.negatives = all_negatives.value();
    return ranking;
}

Ranking ranking_of(const PredictionView& view) { return ranking_of(view, view.positive, view.positive); }

Value auc(const Ranking& ranking)
{
    if (!(ranking.positives > 0.0 && ranking.negatives > 0.0)) return Value::none("one_class");
    const std::vector<TieBlock> ascending(ranking.blocks.rbegin(), ranking.blocks.rend());
    return Value(share_of_pairs(ranking, ascending));
}

Value rank_loss(const Ranking& ranking)
{
    if (!(ranking.positives > 0.0 && ranking.negatives > 0.0)) return Value::none("one_class");
    return Value(share_of_pairs(ranking, ranking.blocks));
}

Value average_precision(const Ranking& ranking)
{
    if (!(ranking.positives > 0.0)) return Value::none("one_class");
    ExactSum found;
    ExactSum others;
    ExactSum sum;
    for (const TieBlock& block : ranking.blocks) {
        if (block.positives > 0.0) found.add(block.positives);
        if (block.negatives > 0.0) others.add(block.negatives);
        if (block.positives > 0.0) sum.add(block.positives * (found.value() / (found.value() + others.value())));
    }
    return Value(sum.value() / ranking.positives);
}

} // namespace unseen
