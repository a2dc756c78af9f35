#include "rank/best_threshold.hpp"

#include "rank/descent.hpp"

#include <cmath>
#include <limits>

namespace unseen {

namespace {

/// The quality of a threshold, where larger is better; std::nullopt if the rule does not allow it.
std::optional<double> merit(const ThresholdRule& rule, const Threshold& threshold)
{
    switch (rule.aim) {
    case ThresholdRule::Aim::youden: // P N times the index: exact for counts
        if (!(threshold.positives > 0.0 && threshold.negatives > 0.0)) return std::nullopt;
        return threshold.tp * threshold.negatives - threshold.fp * threshold.positives;
    case ThresholdRule::Aim::cost:
        return -(rule.false_positive * threshold.fp +
                 rule.false_negative * (threshold.positives - threshold.tp));
    case ThresholdRule::Aim::recall:
    case ThresholdRule::Aim::precision: break;
    }
    if (!(threshold.positives > 0.0 && threshold.tp + threshold.fp > 0.0)) return std::nullopt;
    const double precision = threshold.tp / (threshold.tp + threshold.fp);
    if (rule.aim == ThresholdRule::Aim::recall)
        return threshold.tp / threshold.positives >= rule.at_least ? std::optional(precision) : std::nullopt;
    return precision >= rule.at_least ? std::optional(threshold.tp) : std::nullopt;
}

} // namespace

ThresholdRule threshold_rule(std::string_view name, const Spec& keys)
{
    if (name == "youden") return {};
    if (name == "cost")
        return {.aim = ThresholdRule::Aim::cost,
                .false_positive = keys.real("false_positive"),
                .false_negative = keys.real("false_negative")};
    return {.aim = name == "recall" ? ThresholdRule::Aim::recall : ThresholdRule::Aim::precision,
            .at_least = keys.real("at_least")};
}

std::optional<Threshold> best_threshold(const ThresholdRule& rule, const Ranking& ranking)
{
    if (ranking.size() == 0) return std::nullopt;
    Descent all(ranking); // the totals as the last threshold has them, so that its recall is 1
    for (std::size_t b = 0; b < ranking.size(); ++b) all.pass(ranking[b]);
    std::optional<Threshold> best;
    double most = 0.0;
    const auto consider = [&](double score, const Descent& above) {
        const Threshold threshold{.score = score,
                                  .tp = above.positives(),
                                  .fp = above.negatives(),
                                  .positives = all.positives(),
                                  .negatives = all.negatives()};
        const auto own = merit(rule, threshold);
        if (!own || (best && !(*own > most))) return;
        best = threshold;
        most = *own;
    };
    Descent above(ranking);
    consider(std::nextafter(ranking[0].score, std::numeric_limits<double>::infinity()), above);
    for (std::size_t b = 0; b < ranking.size(); ++b) {
        above.pass(ranking[b]);
        consider(ranking[b].score, above);
    }
    if (best || rule.aim != ThresholdRule::Aim::precision) return best;
    best = best_threshold({.aim = ThresholdRule::Aim::recall}, ranking);
    if (best) best->reached = false;
    return best;
}

} // namespace unseen
