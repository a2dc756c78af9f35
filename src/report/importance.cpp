#include "unseen/report/importance.hpp"

#include "base/listed.hpp"
#include "report/dataset_words.hpp"
#include "report/words.hpp"

#include "unseen/base/number.hpp"
#include "unseen/report/estimates.hpp"
#include "unseen/report/verdicts.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace unseen {

namespace {

constexpr std::size_t most_features_shown = 40;
constexpr std::size_t most_features_named = 8;

/// The most important first; those without a figure last.
std::vector<FeatureImportance> in_order(std::span<const FeatureImportance> found)
{
    std::vector<FeatureImportance> features(found.begin(), found.end());
    std::ranges::stable_sort(features, std::ranges::greater(), [](const FeatureImportance& one) {
        return one.value ? one.value.number() : -std::numeric_limits<double>::infinity();
    });
    return features;
}

/// The first `count` of the features.
ResultTable features_table(std::span<const FeatureImportance> features, std::size_t count,
                           const std::string& measure, Level level)
{
    ResultTable table{.columns = {{.title = "feature", .names = true},
                                  {measure + " worse by", true},
                                  {percent(level) + " interval, all together", true},
                                  {"adjusted p", true},
                                  {.title = measure + " permuted", .right = true, .detail = true}},
                      .rows = {}};
    for (const auto& one : features.first(count))
        table.rows.push_back({one.name, Cell(one.value),
                              interval_cell(one.relation.interval.without_reason()),
                              Cell(one.relation.p_value), Cell(one.permuted)});
    return table;
}

/// For programs.
ResultTable long_table(std::span<const FeatureImportance> features, const std::string& measure)
{
    ResultTable table{.columns = {{.title = "feature", .names = true},
                                  {"measure"},
                                  {"importance"},
                                  {"lower"},
                                  {"upper"},
                                  {"level"},
                                  {"p_value_adjusted"},
                                  {"permuted"},
                                  {"test"},
                                  {"state"},
                                  {"reason"}},
                      .rows = {}};
    for (const auto& one : features) {
        std::vector<Cell> row = {one.name, measure, Cell(one.value)};
        add_limits_and_level(row, one.relation.interval.without_reason());
        row.emplace_back(one.relation.p_value);
        row.emplace_back(one.permuted);
        row.emplace_back(one.relation.test);
        row.emplace_back(name_of(one.relation.state));
        row.emplace_back(one.value && one.relation.interval
                             ? ""
                             : std::string(why_missing(one.value, one.relation.interval)));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Json features_json(std::span<const FeatureImportance> features)
{
    return Json::list(features, [](const FeatureImportance& one) {
        const auto& relation = one.relation;
        auto json = Json::object().add("feature", one.name);
        json.add_value("value", one.value);
        json.add("interval", relation.interval ? interval_json(*relation.interval) : Json());
        if (one.value && !relation.interval) json.add("reason", relation.interval.reason());
        json.add("state", name_of(relation.state));
        json.add("test", relation.test.empty() ? Json() : Json(relation.test));
        json.add_value("p_value_adjusted", relation.p_value);
        json.add_value("permuted", one.permuted);
        return std::move(json.add("warnings", warnings_json(one.warnings)));
    });
}

/// The names of those features about which the data say `state`.
std::vector<std::string> names_of(std::span<const FeatureImportance> features, VerdictState state)
{
    std::vector<std::string> names;
    for (const auto& one : features)
        if (one.relation.state == state) names.push_back(one.name);
    return names;
}

/// How much the first of the features matters.
std::string first_sentence(std::span<const FeatureImportance> features, const Estimate& own, Level level)
{
    const auto& first = features.front();
    const bool several = features.size() > 1;
    const auto figure = "the " + own.asked.measure + " of " + own.asked.learner_name + ", " +
                        readable(own.value.number()) + ", is ";
    const auto count = counted(features.size(), "feature");
    if (first.value.number() <= 0.0)
        return capitalised(figure) + "not worse with the cells of " +
               (several ? "any of the " + count : first.name) + " from other rows.";
    const auto& interval = first.relation.interval;
    return (several ? "Of " + count + ", " + first.name + " matters most: with its cells from other rows "
                    : "With the cells of " + first.name + " from other rows ") +
           figure + "worse by " + readable(first.value.number()) +
           (interval ? " (" + percent(level) + " interval " + readable(interval->lower) + " .. " +
                           readable(interval->upper) + (several ? ", together with the others" : "") + ')'
                     : "") +
           '.';
}

/// Which features the predictions are shown to need.
std::vector<std::string> sentences(std::span<const FeatureImportance> features, const Estimate& own,
                                   Level level)
{
    std::vector<std::string> lines = {first_sentence(features, own, level)};
    const auto shown = names_of(features, VerdictState::shown);
    const auto untested = names_of(features, VerdictState::none).size();
    const auto rest = features.size() - shown.size();
    const auto any =
        features.size() == 1 ? "this feature" : "any of the " + counted(features.size(), "feature");
    if (untested == features.size())
        lines.push_back("No test says whether its predictions need " + any + ": " +
                        explained(why_missing(features.front().value, features.front().relation.interval)) +
                        '.');
    else if (shown.empty())
        lines.push_back("Its predictions are not shown to need " + any + '.');
    else
        lines.push_back("Its predictions are shown to need " + listed_with_and(shown, most_features_named) +
                        (rest == 0   ? "."
                         : rest == 1 ? "; for the other one this is not shown."
                                     : "; for the other " + std::to_string(rest) + " this is not shown."));
    return lines;
}

Verdict importance_verdict(std::span<const FeatureImportance> features, const Estimate& own, Level level)
{
    Verdict verdict{.question = Question::which_features, .noun = "feature", .among = features.size()};
    verdict.measure = own.asked.measure;
    verdict.estimator = own.asked.estimator_name;
    const auto& first = features.front();
    verdict.value = first.value;
    if (!first.value) {
        verdict.sentences = {"There is no importance, because there is no " + own.asked.measure +
                             " to compare: " + explained(first.value.reason()) + '.'};
        return verdict;
    }
    for (const auto& one : features)
        if (one.value == first.value) verdict.leaders.push_back(one.name);
    verdict.interval = first.relation.interval.without_reason();
    verdict.state =
        names_of(features, VerdictState::shown).empty() ? first.relation.state : VerdictState::shown;
    for (const auto& one : features) verdict.relations.push_back(one.relation);
    verdict.sentences = sentences(features, own, level);
    verdict.limits = {"This is about " + own.asked.learner_name +
                      ": features that say the same stand in for each other, unless they are permuted "
                      "together, and a learner that is trained without a feature may use others."};
    return verdict;
}

} // namespace

Answer answer_of(std::span<const FeatureImportance> found, const EstimateReport& report,
                 const std::string& source, const Dataset& data, const EstimateOptions& options)
{
    const auto& own = report.estimates.front();
    const auto features = in_order(found);
    const auto shown = std::min(features.size(), most_features_shown);
    auto answer =
        answer_of(EstimateReport{.estimates = {own}, .warnings = report.warnings, .run = report.run});
    answer.further.insert(answer.further.begin(),
                          {"The figure of " + own.asked.learner_name + " with all features as they are",
                           std::move(answer.table)});
    auto json = dataset_answer(answer, "importance", source, data, options, report.positive);
    answer.table = features_table(features, shown, own.asked.measure, options.level);
    answer.long_table = long_table(features, own.asked.measure);
    std::vector<Note> notes;
    if (shown < features.size())
        notes.emplace_back("The first " + std::to_string(shown) + " of " + std::to_string(features.size()) +
                           " features are shown; CSV and JSON have all.");
    std::set<const Reason*, ByName> reasons;
    for (const auto& one : features)
        if (!one.value || !one.relation.interval)
            reasons.insert(&why_missing(one.value, one.relation.interval));
    std::vector<std::string> lines;
    for (const auto* reason : reasons) lines.push_back(explained(*reason));
    if (!lines.empty()) notes.emplace_back("Why importances or their intervals are missing:", lines);
    answer.notes.insert(answer.notes.begin(), notes.begin(), notes.end());
    answer.legend.emplace_back(
        "The importances:",
        std::vector<std::string>{
            "the cells of a feature are those of other rows, drawn for each split",
            "their intervals are about the model of all rows and hold together, and their "
            "p-values are adjusted (Bonferroni): " +
                explained(Guarantee::heuristic)});
    for (const auto& one : features) answer.warn(one.warnings, one.name);

    json.add("learner", own.asked.learner)
        .add("learner_name", own.asked.learner_name)
        .add("estimator", own.asked.estimator)
        .add("measure", own.asked.measure)
        .add("figure", estimate_json(own))
        .add("importances", features_json(features))
        .add("warnings", warnings_json(report.warnings));
    answer.json = std::move(json);
    conclude(answer, importance_verdict(features, own, options.level));
    return answer;
}

} // namespace unseen
