#include "score/judge_help.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace unseen {

namespace {

Maybe<JudgedMean> mean_of(const ScoredRows& rows)
{
    const auto& scale = rows.design.scale;
    return judged_mean(*rows.predicted.judged, rows.predicted.value, scale.lowest, scale.highest);
}

/// What the judge says of the items of each stratum.
std::vector<std::string> sayings(const JudgedItems& items, const JudgeStrata& sorted)
{
    std::vector<std::string> says(sorted.count);
    if (items.scores()) {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        std::vector<std::pair<double, double>> ranges(sorted.count, {infinity, -infinity});
        for (std::size_t i = 0; i < items.size(); ++i) {
            auto& [low, high] = ranges[sorted.of_item[i]];
            low = std::min(low, items.judge[i]);
            high = std::max(high, items.judge[i]);
        }
        for (std::size_t h = 0; h < says.size(); ++h)
            says[h] = shortest(ranges[h].first) +
                      (ranges[h].first < ranges[h].second ? " to " + shortest(ranges[h].second) : "");
        return says;
    }
    std::vector<char> listed(items.labels.size(), 0);
    for (std::size_t i = 0; i < items.size(); ++i) {
        const auto code = static_cast<std::size_t>(items.judge[i]);
        if (std::exchange(listed[code], 1) != 0) continue;
        auto& text = says[sorted.of_item[i]];
        text += (text.empty() ? "" : ", ") + items.labels.name(code);
    }
    return says;
}

std::vector<JudgeStratum> strata_of(const JudgedItems& items, const JudgedMean& found)
{
    std::vector<JudgeStratum> strata;
    const auto says = sayings(items, found.sorted);
    for (std::size_t h = 0; h < says.size(); ++h) {
        const auto& counts = found.strata[h];
        strata.push_back(
            {says[h], counts,
             Value(found.lowest + (found.highest - found.lowest) * counts.sum / counts.labelled)});
    }
    return strata;
}

void add_plan(JudgeHelp& help, const JudgedMean& found, const ScoreOptions& options)
{
    const auto limits = found.limits(found.estimate, options.level);
    const double range = found.highest - found.lowest;
    help.width = options.width.value_or(0.5 * (limits.upper - limits.lower));
    help.labels_for_width = judge_labels_for(found.estimate, help.width / range, options.level);
    if (!found.estimate.clusters)
        help.width_of_all = Value(range * judge_width(found.estimate, found.estimate.rows, options.level));
}

} // namespace

void require_judged_means(const ScoredRows& rows, const std::vector<Measure>& measures,
                          const ScoreOptions& options)
{
    constexpr std::string_view method = "judge_beta";
    const bool named = !options.interval.automatic() && options.interval.name() == method;
    if (!rows.predicted.judged) {
        require(!named, "`interval`: 'judge_beta' needs `judged`, the column of what a judge says");
        require(!options.width, "`width` needs `judged`, the column of what a judge says");
        return;
    }
    require(
        options.interval.automatic() || named,
        "`interval`: '" + options.interval.name() +
            "' knows no judge; valid: auto, judge_beta (for the labels alone leave out `judged`, and give "
            "`drop_missing`)");
    require(!options.width || *options.width > 0.0,
            "`width`: " + shortest(options.width.value_or(0.0)) + " is not valid; expected a number above 0");
    for (const auto& measure : measures)
        require(measure.additive() && measure.row_mean()->items == 1.0,
                "`measure`: a judge says nothing of '" + measure.name() + "'; expected mean");
}

Value judged_value(const PredictionView& view, const Measure& measure)
{
    const auto found = judged_mean(*view.judged, view.value, measure.lowest, measure.highest);
    return found ? Value(found->value()) : Value::none(found.reason());
}

std::optional<JudgeHelp> judge_help(const ScoredRows& rows, const ScoreOptions& options,
                                    std::vector<Warning>& warnings)
{
    const auto& items = *rows.predicted.judged;
    const auto found = mean_of(rows);
    JudgeHelp help{.items = items.size(),
                   .mean_is = items.mean_is,
                   .about = items.about,
                   .labelled_by_judge = items.labelled_by_judge};
    const auto p =
        items.labelled_by_judge ? std::nullopt : p_of_random_labels(items, rows.size(), options.seed);
    if (p) help.p_random = Value(*p);
    if (help.p_random && help.p_random.number() < JudgeHelp::least_p)
        warnings.push_back(
            {warnings::labels_not_random,
             "the items with a human label are no random draw of all, by what the judge says of "
             "them (" +
                 p_text("p", help.p_random.number()) +
                 "): if the choice went with the truth, the figure is biased"});
    if (!found) return std::nullopt;
    help.alone = found->value_alone();
    const auto alone = found->limits(found->alone, options.level);
    help.interval_alone = {.lower = alone.lower,
                           .upper = alone.upper,
                           .level = options.level,
                           .method = "labels_alone",
                           .estimand = Estimand::model,
                           .guarantee = Guarantee::heuristic,
                           .assumptions = {"the labelled items were drawn at random"}};
    help.help = found->help();
    help.effective = found->estimate.effective_at(options.level.outside());
    help.strata = strata_of(items, *found);
    add_plan(help, *found, options);
    return help;
}

} // namespace unseen
