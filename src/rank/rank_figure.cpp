#include "rank/rank_figure.hpp"

#include "rank/descent.hpp"
#include "stats/buffered_sum.hpp"
#include "stats/centred_mean.hpp"

#include "unseen/stats/exact_sum.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace unseen {

namespace {

/// Twice the number of pairs of a positive and a negative row, and twice the pairs in which the negative row
/// scores higher; a tie counts once. Below 2^63 for fewer than 2^32 rows.
struct PairCounts {
    std::uint64_t all = 0;
    std::uint64_t lost = 0;
};

PairCounts pairs_of(std::span<const std::uint64_t> counts)
{
    std::uint64_t positives = 0; // so far, from the top
    std::uint64_t above = 0;     // twice the negatives so far
    std::uint64_t lost = 0;
    for (const std::uint64_t count : counts) {
        const std::uint64_t negatives = count & 0xffffffff;
        lost += (count >> 32) * (above + negatives);
        positives += count >> 32;
        above += 2 * negatives;
    }
    return {positives * above, lost};
}

Value auc_of_counts(std::span<const std::uint64_t> counts)
{
    const auto pairs = pairs_of(counts);
    if (pairs.all == 0) return Value::none(reasons::one_class);
    return Value(static_cast<double>(pairs.all - pairs.lost) / static_cast<double>(pairs.all));
}

/// Twice the weight of the pairs in which the negative row (`from_top`) or the positive row scores higher; a
/// tie counts once. Every product is exact if weights are whole numbers with sums below 2^26 in each class.
double pairs_twice(const Ranking& ranking, bool from_top)
{
    RunningSum beyond; // negatives so far
    ExactSum pairs;
    for (std::size_t i = 0; i < ranking.size(); ++i) {
        const TieBlock block = ranking[from_top ? i : ranking.size() - 1 - i];
        if (block.positives > 0.0) {
            pairs.add_product(block.positives, 2.0 * beyond.value());
            pairs.add_product(block.positives, block.negatives);
        }
        if (block.negatives > 0.0) beyond.add(block.negatives);
    }
    return pairs.value();
}

bool has_pairs(const Ranking& ranking) { return ranking.positives() > 0.0 && ranking.negatives() > 0.0; }

double all_twice(const Ranking& ranking) { return 2.0 * ranking.positives() * ranking.negatives(); }

Value average_precision_of_counts(std::span<const std::uint64_t> counts)
{
    ExactSum sum;
    std::array<double, 512> gained;
    std::uint64_t met = 0; // positives << 32 | negatives
    for (std::size_t begin = 0; begin < counts.size(); begin += gained.size()) {
        const auto part = counts.subspan(begin, std::min(gained.size(), counts.size() - begin));
        for (std::size_t b = 0; b < part.size(); ++b) {
            met += part[b];
            const auto found = static_cast<double>(met >> 32);
            gained[b] =
                static_cast<double>(part[b] >> 32) *
                (found / std::max(found + static_cast<double>(met & 0xffffffff), 1.0)); // blocks may be empty
        }
        sum.add(std::span(gained).first(part.size()));
    }
    if (met >> 32 == 0) return Value::none(reasons::one_class);
    return Value(sum.value() / static_cast<double>(met >> 32));
}

/// Calls visit(number, block, placements) for each block from the top. Placements: the weight of the negative
/// rows below a positive one, and of the positive rows above a negative one, ties half.
template <class Visit>
void each_placement(const Ranking& ranking, Visit visit)
{
    double above = 0.0;
    double below = ranking.negatives();
    for (std::size_t b = 0; b < ranking.size(); ++b) {
        const TieBlock block = ranking[b];
        below -= block.negatives;
        visit(b, block, BlockValues{below + block.negatives / 2, above + block.positives / 2});
        above += block.positives;
    }
}

std::vector<BlockValues> auc_influences(const Ranking& ranking)
{
    if (!has_pairs(ranking)) return {};
    const double positives = ranking.positives();
    const double negatives = ranking.negatives();
    std::vector<BlockValues> influences(ranking.size()); // first the placements, as shares
    std::optional<CentredMean> of_positives;
    std::optional<CentredMean> of_negatives;
    const auto add = [](std::optional<CentredMean>& mean, double weight, double share) {
        if (!(weight > 0.0)) return;
        if (!mean) mean.emplace(share);
        mean->add(weight, share);
    };
    each_placement(ranking, [&](std::size_t b, const TieBlock& block, const BlockValues& placement) {
        influences[b] = {placement.positive / negatives, placement.negative / positives};
        add(of_positives, block.positives, influences[b].positive);
        add(of_negatives, block.negatives, influences[b].negative);
    });
    const double mean_of_positives = of_positives->value();
    const double mean_of_negatives = of_negatives->value();
    for (auto& [positive, negative] : influences) {
        positive = (positive - mean_of_positives) / positives;
        negative = (negative - mean_of_negatives) / negatives;
    }
    return influences;
}

/// The jackknife values A + (A - V) / (P - 1) and A + (A - V) / (N - 1) have mean A: placements sum to P A
/// and to N A.
std::vector<BlockValues> auc_jackknife(const Ranking& ranking)
{
    const double p = ranking.positives();
    const double n = ranking.negatives();
    const double area = auc(ranking).number();
    std::vector<BlockValues> left(ranking.size());
    each_placement(ranking, [&](std::size_t b, const TieBlock&, const BlockValues& placement) {
        left[b] = {(placement.positive / n - area) / (p - 1.0), (placement.negative / p - area) / (n - 1.0)};
    });
    return left;
}

/// Calls visit(number, block, influences times the number of positive rows) for each block, from the bottom
/// up.
template <class Visit>
void each_precision_influence(const Ranking& ranking, double value, Visit visit)
{
    std::vector<BlockValues> met; // sums of weights down to each block; subtracting them again would round
    Descent descent(ranking);
    for (std::size_t b = 0; b < ranking.size() && ranking.counts().empty(); ++b) {
        descent.pass(ranking[b]);
        met.push_back({descent.positives(), descent.negatives()});
    }
    double found = ranking.positives();
    double others = ranking.negatives();
    double from_positive = 0.0; // sums over the blocks from the bottom up
    double from_negative = 0.0;
    for (std::size_t b = ranking.size(); b-- > 0;) {
        const TieBlock block = ranking[b];
        if (!met.empty()) {
            found = met[b].positive;
            others = met[b].negative;
        }
        const double by_rows = 1.0 / (found + others); // the only division for a block
        const double precision = found * by_rows;
        const double step = block.positives * by_rows;
        from_positive += step * (others * by_rows);
        from_negative += step * precision;
        visit(b, block, BlockValues{precision - value + from_positive, -from_negative});
        found -= block.positives;
        others -= block.negatives;
    }
}

std::vector<BlockValues> precision_influences(const Ranking& ranking)
{
    const Value value = average_precision(ranking);
    if (!value) return {};
    std::vector<BlockValues> influences(ranking.size());
    const double all = ranking.positives();
    each_precision_influence(ranking, value.number(),
                             [&](std::size_t b, const TieBlock&, const BlockValues& influence) {
                                 influences[b] = {influence.positive / all, influence.negative / all};
                             });
    return influences;
}

/// The terms of the blocks above the row stay. From its block down there is one row less, and one positive
/// row less if the row is positive.
double precision_left_out(const Ranking& ranking)
{
    const double positives = ranking.positives();
    if (!(positives > 0.0)) return 0.0;
    struct Terms { // for each block: a T/R, a (T-1)/(R-1), a T/(R-1)
        double all = 0.0;
        double without_positive = 0.0;
        double without_negative = 0.0;
    };
    std::vector<Terms> terms;
    Descent met(ranking);
    Terms below; // sums of the blocks below
    double above = 0.0;
    for (std::size_t b = 0; b < ranking.size(); ++b) {
        const TieBlock block = ranking[b];
        met.pass(block);
        const double rest = std::max(met.rows() - 1.0, 1.0); // avoids 0/0 for a first block of one row
        terms.push_back({block.positives * met.positives() / met.rows(),
                         block.positives * (met.positives() - 1.0) / rest,
                         block.positives * met.positives() / rest});
        above += terms.back().all;
    }
    const double value = above / positives;
    double found = positives;
    double rows = positives + ranking.negatives();
    ExactSum sum;
    for (std::size_t b = ranking.size(); b-- > 0;) {
        above -= terms[b].all;
        const TieBlock block = ranking[b];
        if (block.positives > 0.0 && positives > 1.0) {
            const double own = (block.positives - 1.0) * (found - 1.0) / std::max(rows - 1.0, 1.0);
            sum.add(block.positives * ((above + own + below.without_positive) / (positives - 1.0) - value));
        }
        below.without_positive += terms[b].without_positive;
        below.without_negative += terms[b].without_negative;
        if (block.negatives > 0.0)
            sum.add(block.negatives * ((above + below.without_negative) / positives - value));
        found -= block.positives;
        rows -= block.positives + block.negatives;
    }
    return sum.value();
}

} // namespace

const RankFigure roc_area = {.value = auc,
                             .of_counts = auc_of_counts,
                             .influences = auc_influences,
                             .jackknife = auc_jackknife,
                             .sum_left_out = nullptr,
                             .of_runs = true};

const RankFigure precision_area = {.value = average_precision,
                                   .of_counts = average_precision_of_counts,
                                   .influences = precision_influences,
                                   .jackknife = precision_influences,
                                   .sum_left_out = precision_left_out};

Value auc(const Ranking& ranking)
{
    if (!ranking.counts().empty()) return auc_of_counts(ranking.counts());
    return has_pairs(ranking) ? Value(pairs_twice(ranking, false) / all_twice(ranking))
                              : Value::none(reasons::one_class);
}

Value rank_loss(const Ranking& ranking)
{
    if (!has_pairs(ranking)) return Value::none(reasons::one_class);
    const bool counted = !ranking.counts().empty();
    return Value(
        (counted ? static_cast<double>(pairs_of(ranking.counts()).lost) : pairs_twice(ranking, true)) /
        all_twice(ranking));
}

Value average_precision(const Ranking& ranking)
{
    if (!ranking.counts().empty()) return average_precision_of_counts(ranking.counts());
    if (!(ranking.positives() > 0.0)) return Value::none(reasons::one_class);
    ExactSum sum;
    Descent met(ranking);
    for (std::size_t b = 0; b < ranking.size(); ++b) {
        const TieBlock block = ranking[b];
        met.pass(block);
        if (block.positives > 0.0) sum.add(block.positives * (met.positives() / met.rows()));
    }
    return Value(sum.value() / ranking.positives());
}

AucVariance auc_variance(const Ranking& ranking)
{
    const double positives = ranking.positives();
    const double negatives = ranking.negatives();
    AucVariance result{.auc = auc(ranking).number(), .positives = positives, .negatives = negatives};
    // Deviations of the placements, times the size of the other class: needs no division, and is exactly 0 if
    // all placements are equal.
    const double mean_below = result.auc * negatives;
    const double mean_above = result.auc * positives;
    BufferedSum of_positives;
    BufferedSum of_negatives;
    each_placement(ranking, [&](std::size_t, const TieBlock& block, const BlockValues& placement) {
        const double more_below = placement.positive - mean_below;
        const double more_above = placement.negative - mean_above;
        of_positives.add(block.positives * more_below * more_below);
        of_negatives.add(block.negatives * more_above * more_above);
    });
    result.of_positives = of_positives.value() / (negatives * negatives) / (positives - 1.0) / positives;
    result.of_negatives = of_negatives.value() / (positives * positives) / (negatives - 1.0) / negatives;
    return result;
}

double precision_variance(const Ranking& ranking, double value)
{
    BufferedSum sum;
    each_precision_influence(ranking, value,
                             [&](std::size_t, const TieBlock& block, const BlockValues& influence) {
                                 sum.add(block.positives * influence.positive * influence.positive +
                                         block.negatives * influence.negative * influence.negative);
                             });
    const double all = ranking.positives();
    const double n = all + ranking.negatives();
    return n / (n - 1.0) * sum.value() / (all * all);
}

} // namespace unseen
