#include "rank/best_cut.hpp"

#include "rank/descent.hpp"

#include <cmath>
#include <limits>

namespace unseen {

namespace {

/// How good a cut is, larger is better; std::nullopt: it does not do.
std::optional<double> merit(const CutRule& rule, const Cut& cut)
{
    switch (rule.aim) {
    case CutRule::Aim::youden: // P N times the index: exact for counts
        if (!(cut.positives > 0.0 && cut.negatives > 0.0)) return std::nullopt;
        return cut.tp * cut.negatives - cut.fp * cut.positives;
    case CutRule::Aim::cost:
        return -(rule.false_positive * cut.fp + rule.false_negative * (cut.positives - cut.tp));
    case CutRule::Aim::recall:
    case CutRule::Aim::precision: break;
    }
    if (!(cut.positives > 0.0 && cut.tp + cut.fp > 0.0)) return std::nullopt;
    const double precision = cut.tp / (cut.tp + cut.fp);
    if (rule.aim == CutRule::Aim::recall)
        return cut.tp / cut.positives >= rule.at_least ? std::optional(precision) : std::nullopt;
    return precision >= rule.at_least ? std::optional(cut.tp) : std::nullopt;
}

} // namespace

CutRule cut_rule(std::string_view name, const Spec& keys)
{
    if (name == "youden") return {};
    if (name == "cost")
        return {.aim = CutRule::Aim::cost,
                .false_positive = keys.real("false_positive"),
                .false_negative = keys.real("false_negative")};
    return {.aim = name == "recall" ? CutRule::Aim::recall : CutRule::Aim::precision,
            .at_least = keys.real("at_least")};
}

std::optional<Cut> best_cut(const CutRule& rule, const Ranking& ranking)
{
    if (ranking.size() == 0) return std::nullopt;
    Descent all(ranking); // the totals as the last cut has them, so that its recall is 1
    for (std::size_t b = 0; b < ranking.size(); ++b) all.pass(ranking[b]);
    std::optional<Cut> best;
    double most = 0.0;
    const auto consider = [&](double score, const Descent& above) {
        const Cut cut{.score = score,
                      .tp = above.positives(),
                      .fp = above.negatives(),
                      .positives = all.positives(),
                      .negatives = all.negatives()};
        const auto own = merit(rule, cut);
        if (!own || (best && !(*own > most))) return;
        best = cut;
        most = *own;
    };
    Descent above(ranking);
    consider(std::nextafter(ranking[0].score, std::numeric_limits<double>::infinity()), above);
    for (std::size_t b = 0; b < ranking.size(); ++b) {
        above.pass(ranking[b]);
        consider(ranking[b].score, above);
    }
    if (best || rule.aim != CutRule::Aim::precision) return best;
    best = best_cut({.aim = CutRule::Aim::recall}, ranking);
    if (best) best->reached = false;
    return best;
}

} // namespace unseen
