#include "estimate/precision_interval.hpp"

#include "unseen/stats/distributions.hpp"
#include "unseen/stats/exact_sum.hpp"

#include <cmath>

namespace unseen {

std::vector<Influence> precision_influences(const Ranking& ranking)
{
    const double value = average_precision(ranking).number();
    const double all = ranking.positives();
    std::vector<Influence> influences(ranking.size());
    double found = ranking.positives();
    double others = ranking.negatives();
    double from_positive = 0.0; // sums over the blocks from the last one up
    double from_negative = 0.0;
    for (std::size_t b = ranking.size(); b-- > 0;) {
        const double rows = found + others;
        from_positive += ranking[b].positives * others / (rows * rows);
        from_negative += ranking[b].positives * found / (rows * rows);
        influences[b] = {(found / rows - value + from_positive) / all, -from_negative / all};
        found -= ranking[b].positives;
        others -= ranking[b].negatives;
    }
    return influences;
}

double precision_variance(const Ranking& ranking)
{
    const auto influences = precision_influences(ranking);
    ExactSum sum;
    for (std::size_t b = 0; b < influences.size(); ++b) {
        sum.add(ranking[b].positives * influences[b].positive * influences[b].positive);
        sum.add(ranking[b].negatives * influences[b].negative * influences[b].negative);
    }
    const double n = ranking.positives() + ranking.negatives();
    return n / (n - 1.0) * sum.value();
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
