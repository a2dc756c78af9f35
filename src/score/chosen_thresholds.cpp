#include "unseen/score/chosen_thresholds.hpp"

#include "base/parallel.hpp"
#include "base/spec_keys.hpp"
#include "predictions/gathered_rows.hpp"
#include "rank/best_threshold.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>

namespace unseen {

namespace {

constexpr std::uint32_t most_parts = 10;

/// The part of each row: its fold, or one that is dealt.
struct Parts {
    std::vector<std::uint32_t> part{};
    std::uint32_t count = 0;
};

/// Shuffles units that are given in this order, and deals them to the parts in turn.
void deal(std::vector<std::uint32_t>& units, Stream& stream, std::uint32_t& next,
          std::vector<std::uint32_t>& part)
{
    stream.shuffle(std::span(units));
    for (const auto unit : units) part[unit] = next++ % most_parts;
}

Parts dealt_clusters(const ScoredRows& rows, Stream& stream)
{
    std::vector<std::uint32_t> units(rows.design.clusters.size());
    std::iota(units.begin(), units.end(), 0u);
    std::ranges::sort(units, {}, [&](std::uint32_t c) { return rows.design.clusters.name(c); });
    std::vector<std::uint32_t> of_cluster(units.size());
    std::uint32_t next = 0;
    deal(units, stream, next, of_cluster);
    Parts parts{.count = std::min(most_parts, next)};
    for (const auto c : rows.design.cluster) parts.part.push_back(of_cluster[c]);
    return parts;
}

Parts dealt_rows(const ScoredRows& rows, const PredictionView& view, Stream& stream)
{
    Parts parts{.part = std::vector<std::uint32_t>(rows.size()), .count = most_parts};
    std::uint32_t next = 0;
    for (std::uint32_t c = 0; c < 2; ++c) {
        std::vector<std::uint32_t> units;
        for (std::uint32_t i = 0; i < rows.size(); ++i)
            if (rows.design.true_label[i] == c) units.push_back(i);
        std::ranges::sort(units, {}, [&](std::uint32_t i) {
            return std::tuple(view.score(i, rows.design.positive), view.weight_of(i),
                              rows.design.subgroup.empty() ? 0 : rows.design.subgroup[i]);
        });
        deal(units, stream, next, parts.part);
    }
    parts.count = std::min(most_parts, next);
    return parts;
}

Parts parts_of(const ScoredRows& rows, const PredictionView& view, std::uint64_t seed)
{
    if (!rows.design.fold.empty())
        return {.part = rows.design.fold, .count = static_cast<std::uint32_t>(rows.design.folds.size())};
    Stream stream(seed, Purpose::thresholds);
    return rows.design.cluster.empty() ? dealt_rows(rows, view, stream) : dealt_clusters(rows, stream);
}

/// The rows on which the threshold of a part is chosen.
std::vector<std::uint32_t> others_of(const ScoredRows& rows, const Parts& parts, std::uint32_t p)
{
    std::vector<std::uint32_t> others;
    for (std::uint32_t i = 0; i < rows.size(); ++i)
        if (parts.part[i] != p &&
            (rows.design.fold.empty() ||
             rows.design.folds[rows.design.fold[i]].repeat_number == rows.design.folds[p].repeat_number))
            others.push_back(i);
    return others;
}

void tell(const ChosenThresholds& chosen, ScoredRows& rows)
{
    const auto [low, high] = std::ranges::minmax(chosen.of_parts);
    const auto text = [&](double threshold) {
        return shortest(rows.predicted.probabilities ? std::round(threshold * 1e4) / 1e4 : threshold);
    };
    rows.notes.push_back({.role = "labels",
                          .how = RowNote::How::from_rows,
                          .what = "'" + rows.design.classes.name(rows.design.positive) +
                                  "' where the score is at least a cut, which " + chosen.rule.print() +
                                  " chose on the other " +
                                  (chosen.dealt ? "nine tenths of the rows" : "folds") + ": " + text(low) +
                                  " to " + text(high) + "; on all rows it chooses " +
                                  shortest(chosen.on_all_rows)});
    rows.warnings.push_back({warnings::cuts_as_given,
                             "each part of the rows has a cut of its own, which the other parts chose: "
                             "figures of labels are about choosing a cut in this way. Their intervals leave "
                             "out that other samples would choose other cuts, and are too short for the one "
                             "cut that all rows choose"});
}

} // namespace

std::span<const SpecInfo> threshold_rules()
{
    static const std::array<SpecInfo, 4> rules{{
        {.name = "youden", .help = "the largest recall plus specificity"},
        {.name = "cost",
         .help = "the least cost of errors",
         .keys = {real_key("false_positive", "1", "the cost of a wrong positive", 0, 1e100),
                  real_key("false_negative", "1", "the cost of a missed positive", 0, 1e100)}},
        {.name = "recall",
         .help = "the best precision with a recall",
         .keys = {real_key("at_least", "0.9", "the recall wanted", 0, 1)}},
        {.name = "precision",
         .help = "the best recall with a precision",
         .keys = {real_key("at_least", "0.9", "the precision wanted", 0, 1)}},
    }};
    return rules;
}

Spec resolve_threshold_rule(const Spec& rule) { return resolve(rule, threshold_rules(), "rule of a cut"); }

ChosenThresholds label_by_rule(ScoredRows& rows, const Spec& rule, std::uint64_t seed, std::size_t threads)
{
    ChosenThresholds chosen{.rule = resolve_threshold_rule(rule)};
    const auto goal = threshold_rule(chosen.rule.name(), chosen.rule);
    require(rows.design.task == ScoreTask::binary && !rows.predicted.scores.empty(),
            "`threshold` needs scores of two classes");
    const auto view = rows.view();
    const auto parts = parts_of(rows, view, seed);
    std::vector<std::optional<Threshold>> thresholds(parts.count);
    parallel_for("choosing thresholds", parts.count, threads, [&](SharedNumbers numbers) {
        GatheredRows others;
        for (const auto p : numbers) {
            others.gather(view, others_of(rows, parts, static_cast<std::uint32_t>(p)));
            thresholds[p] = best_threshold(goal, ranking_of(others.view()));
        }
    });
    const auto all = best_threshold(goal, ranking_of(view));
    const auto found = [](const auto& threshold) { return threshold.has_value(); };
    require(all && std::ranges::all_of(thresholds, found),
            "`threshold`: a cut by " + chosen.rule.print() + " is chosen on rows of both classes" +
                (all ? ", and outside of one of the " + std::to_string(parts.count) +
                           (rows.design.fold.empty() ? " parts" : " folds") + " there are none of one of them"
                     : "; these are of one"));
    rows.predicted.label.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows.predicted.label[i] = view.score(i, rows.design.positive) >= thresholds[parts.part[i]]->score
                                      ? rows.design.positive
                                      : 1 - rows.design.positive;
    for (const auto& threshold : thresholds) chosen.of_parts.push_back(threshold->score);
    chosen.on_all_rows = all->score;
    chosen.dealt = rows.design.fold.empty();
    tell(chosen, rows);
    const auto missed =
        std::ranges::count_if(thresholds, [](const auto& threshold) { return !threshold->reached; });
    if (missed > 0)
        rows.warnings.push_back({warnings::no_cut, "no cut reaches precision " + shortest(goal.at_least) +
                                                       " outside of " + std::to_string(missed) + " of " +
                                                       std::to_string(parts.count) +
                                                       (rows.design.fold.empty() ? " parts" : " folds") +
                                                       "; those of the largest were taken"});
    return chosen;
}

} // namespace unseen
