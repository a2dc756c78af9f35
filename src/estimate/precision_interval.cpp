#include "estimate/precision_interval.hpp"

#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <array>
#include <cmath>
#include <span>

namespace unseen {

namespace {

/// Tells `visit` each block's number, the block and its influence, times the positive rows, from the last block up.
template <class Visit>
void each_influence(const Ranking& ranking, double value, Visit visit)
{
    double found = ranking.positives();
    double others = ranking.negatives();
    PrecisionInfluences from_below(value);
    for (std::size_t b = ranking.size(); b-- > 0;) {
        const TieBlock block = ranking[b];
        visit(b, block, from_below.next(block.positives, found, others));
        found -= block.positives;
        others -= block.negatives;
    }
}

} // namespace

std::vector<BlockInfluence> precision_influences(const Ranking& ranking)
{
    std::vector<BlockInfluence> influences(ranking.size());
    const double value = average_precision(ranking).number();
    const double all = ranking.positives();
    each_influence(ranking, value, [&](std::size_t b, const TieBlock&, const BlockInfluence& influence) {
        influences[b] = {influence.positive / all, influence.negative / all};
    });
    return influences;
}

double precision_variance(const Ranking& ranking, double value)
{
    ExactSum sum;
    std::array<double, 1024> squares;
    std::size_t filled = 0;
    each_influence(ranking, value, [&](std::size_t, const TieBlock& block, const BlockInfluence& influence) {
        squares[filled++] = block.positives * influence.positive * influence.positive;
        squares[filled++] = block.negatives * influence.negative * influence.negative;
        if (filled < squares.size()) return;
        sum.add(squares);
        filled = 0;
    });
    sum.add(std::span(squares).first(filled));
    const double all = ranking.positives();
    const double n = all + ranking.negatives();
    return n / (n - 1.0) * sum.value() / (all * all);
}

Limits precision_influence(double value, double variance, double outside)
{
    return on_logit_scale(value, normal_quantile(1.0 - outside / 2) * std::sqrt(variance) / (value * (1.0 - value)));
}

Limits precision_boyd(double value, double positives, double outside)
{
    if (!(value < 1.0)) return {std::exp(std::log(outside / 2) / positives), 1.0};
    return on_logit_scale(value, normal_quantile(1.0 - outside / 2) / std::sqrt(positives * value * (1.0 - value)));
}

} // namespace unseen
