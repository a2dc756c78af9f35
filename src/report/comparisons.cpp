#include "unseen/report/comparisons.hpp"

namespace unseen {

namespace {

using compare::Answer;
using compare::Comparison;
using compare::DifferenceInterval;
using compare::Figure;

void add_value(Json& json, const std::string& name, const Value& value)
{
    json.add(name, Json(value));
    if (!value) json.add(name + "_reason", value.reason());
}

/// A name, or null for all at once.
Json name_or_null(const std::string& name) { return name.empty() ? Json() : Json(name); }

Json interval_json(const DifferenceInterval& interval)
{
    auto json = Json::object();
    json.add("lower", interval.lower).add("upper", interval.upper).add("level", interval.level.value());
    json.add("method", interval.method).add("target", name_of(interval.target)).add("guarantee", name_of(interval.guarantee));
    auto assumptions = Json::array();
    for (const auto& assumption : interval.assumptions) assumptions.push(assumption);
    return std::move(json.add("assumptions", std::move(assumptions)));
}

Json warnings_json(const std::vector<Warning>& warnings)
{
    auto array = Json::array();
    for (const auto& warning : warnings) {
        auto one = Json::object();
        one.add("code", warning.code).add("text", warning.text);
        array.push(std::move(one));
    }
    return array;
}

Json df_json(const std::vector<double>& df)
{
    if (df.empty()) return {};
    if (df.size() == 1) return df.front();
    auto array = Json::array();
    for (const double x : df) array.push(x);
    return array;
}

Json comparison_json(const Comparison& result)
{
    auto json = Json::object();
    json.add("test", result.test).add("a", name_or_null(result.a)).add("b", name_or_null(result.b));
    add_value(json, "statistic", result.statistic);
    json.add("df", df_json(result.df));
    add_value(json, "p_value", result.p_value);
    add_value(json, "p_value_one_sided", result.p_value_one_sided);
    add_value(json, "p_value_adjusted", result.p_value_adjusted);
    add_value(json, "difference", result.difference);
    json.add("interval", result.interval ? interval_json(*result.interval) : Json());
    if (!result.interval) json.add("reason", result.interval_reason);
    json.add("primary", result.primary);
    if (result.posterior) {
        json.add("left", result.posterior->left).add("rope", result.posterior->rope).add("right", result.posterior->right);
        json.add("rope_width", result.posterior->width);
    }
    for (const auto& figure : result.figures) add_value(json, figure.name, figure.value);
    return std::move(json.add("warnings", warnings_json(result.warnings)));
}

Json figures_json(const std::vector<Figure>& figures)
{
    auto json = Json::object();
    for (const auto& figure : figures) add_value(json, figure.name, figure.value);
    return json;
}

std::string remarks(const Comparison& result)
{
    std::string text = result.primary ? "primary" : "";
    const auto add = [&](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
    if (!result.p_value && result.p_value.reason() != "bayesian" && result.p_value.reason() != "adjusted_only")
        add(result.p_value.reason());
    if (result.posterior)
        add("left " + readable(result.posterior->left) + ", rope " + readable(result.posterior->rope) + ", right " +
            readable(result.posterior->right));
    for (const auto& figure : result.figures)
        if (figure.value && figure.name.rfind("confidence", 0) == 0) add(figure.name + ' ' + readable(figure.value.number()));
    for (const auto& warning : result.warnings) add(warning.code);
    return text;
}

} // namespace

ResultTable comparisons_table(const Answer& answer)
{
    bool adjusted = false;
    for (const auto& result : answer.comparisons) adjusted = adjusted || result.p_value_adjusted.exists();
    ResultTable table{
        .columns = {{"test"}, {"a"}, {"b"}, {"difference", true}, {"statistic", true}, {"p", true}, {"one-sided", true}},
        .rows = {}};
    if (adjusted) table.columns.push_back({"adjusted", true});
    table.columns.push_back({"remarks"});
    for (const auto& result : answer.comparisons) {
        std::vector<Cell> row = {result.test,
                                 result.a,
                                 result.b,
                                 Cell(result.difference),
                                 Cell(result.statistic),
                                 Cell(result.p_value),
                                 Cell(result.p_value_one_sided)};
        if (adjusted) row.push_back(Cell(result.p_value_adjusted));
        row.push_back(remarks(result));
        table.rows.push_back(std::move(row));
    }
    for (const auto& model : answer.models) {
        std::string line = model.name + ':';
        for (const auto& figure : model.measures)
            line += ' ' + figure.name + ' ' + (figure.value ? readable(figure.value.number()) : figure.value.reason());
        for (const auto& rank : answer.ranks)
            if (rank.name == model.name) line += ", average rank " + readable(rank.value.number());
        if (!model.measures.empty()) table.heading.push_back(line);
    }
    if (answer.critical_difference)
        table.notes.push_back("Critical difference of average ranks (Nemenyi): " + readable(answer.critical_difference.number()) +
                              (answer.critical_difference_control ? "; against the control (Bonferroni-Dunn): " +
                                                                        readable(answer.critical_difference_control.number())
                                                                  : "") +
                              '.');
    for (const auto& pair : answer.wins)
        table.notes.push_back(pair.a + " against " + pair.b + ": " + std::to_string(pair.wins) + " wins, " +
                              std::to_string(pair.ties) + " ties, " + std::to_string(pair.losses) + " losses.");
    if (!answer.left_out.empty()) {
        std::string names;
        for (const auto& name : answer.left_out) names += (names.empty() ? "" : ", ") + name;
        table.notes.push_back("Left out, because a value is missing: " + names + '.');
    }
    const auto& best = compare::primary(answer);
    if (best.interval)
        table.notes.push_back("Difference A - B: " + readable(best.difference.number()) + ", interval " +
                              readable(best.interval->lower) + " to " + readable(best.interval->upper) + " (" +
                              best.interval->method + ", level " + readable(best.interval->level.value()) + ", target " +
                              name_of(best.interval->target) + ", " + name_of(best.interval->guarantee) + ").");
    table.notes.push_back(answer.shown);
    table.notes.push_back(answer.not_shown);
    return table;
}

Json comparisons_json(const Answer& answer)
{
    Json json = ::unseen::answer("compare");
    auto models = Json::array();
    for (const auto& model : answer.models) {
        auto one = Json::object();
        one.add("name", model.name).add("measures", figures_json(model.measures));
        models.push(std::move(one));
    }
    json.add("models", std::move(models));
    auto comparisons = Json::array();
    for (const auto& result : answer.comparisons) comparisons.push(comparison_json(result));
    json.add("comparisons", std::move(comparisons));
    auto dominance = Json::object();
    dominance.add("roc", Json()).add("pr", Json());
    json.add("dominance", std::move(dominance));
    json.add("ranks", answer.ranks.empty() ? Json() : figures_json(answer.ranks));
    add_value(json, "critical_difference", answer.critical_difference);
    add_value(json, "critical_difference_control", answer.critical_difference_control);
    auto wins = Json::array();
    for (const auto& pair : answer.wins) {
        auto one = Json::object();
        one.add("a", pair.a).add("b", pair.b).add("wins", pair.wins).add("ties", pair.ties).add("losses", pair.losses);
        wins.push(std::move(one));
    }
    json.add("win_tie_loss", std::move(wins));
    auto left_out = Json::array();
    for (const auto& name : answer.left_out) left_out.push(name);
    json.add("left_out", std::move(left_out));
    return std::move(json.add("shown", answer.shown).add("not_shown", answer.not_shown));
}

} // namespace unseen
