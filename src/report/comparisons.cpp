#include "unseen/report/comparisons.hpp"

#include "unseen/base/number.hpp"

#include <cmath>

namespace unseen {

namespace {

using compare::Answer;
using compare::Comparison;
using compare::CurveDominance;
using compare::DifferenceInterval;
using compare::Dominance;
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
    if (!result.measure.empty()) json.add("measure", result.measure);
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

Json curve_json(const CurveDominance& curve)
{
    auto json = Json::object();
    json.add("better", name_or_null(curve.better));
    auto regions = Json::array();
    for (const auto& region : curve.regions) {
        auto one = Json::object();
        one.add("from", region.from).add("to", region.to).add("better", name_or_null(region.better));
        regions.push(std::move(one));
    }
    return std::move(json.add("regions", std::move(regions)));
}

/// Of two models the curves themselves, of more a list of pairs.
Json dominance_json(const std::vector<Dominance>& pairs)
{
    auto json = Json::object();
    const bool one = pairs.size() == 1;
    json.add("roc", one ? curve_json(pairs.front().roc) : Json()).add("pr", one ? curve_json(pairs.front().pr) : Json());
    if (pairs.size() < 2) return json;
    auto list = Json::array();
    for (const auto& pair : pairs) {
        auto of_pair = Json::object();
        of_pair.add("a", pair.a).add("b", pair.b).add("roc", curve_json(pair.roc)).add("pr", curve_json(pair.pr));
        list.push(std::move(of_pair));
    }
    return std::move(json.add("pairs", std::move(list)));
}

/// "ROC curve: A's lies nowhere below B's", or where the curves change places.
std::string dominance_text(const Dominance& pair, const CurveDominance& curve, const std::string& name, const std::string& axis)
{
    const std::string curves = name + " curves of " + pair.a + " and " + pair.b;
    if (curve.regions.size() == 1 && curve.regions.front().better.empty()) return curves + ": the same.";
    if (!curve.better.empty())
        return curves + ": " + curve.better + "'s lies nowhere below " + (curve.better == pair.a ? pair.b : pair.a) + "'s.";
    std::string text = curves + ": they cross; by " + axis + ", ";
    constexpr std::size_t most = 6;
    for (std::size_t i = 0; i < curve.regions.size() && i < most; ++i) {
        const auto& region = curve.regions[i];
        text += (i > 0 ? ", " : "") + (region.better.empty() ? "equal" : region.better + " above") + " to " + readable(region.to);
    }
    if (curve.regions.size() > most) text += ", and " + std::to_string(curve.regions.size() - most) + " stretches more";
    return text + '.';
}

/// Whole numbers without decimals: they are counts, most often.
std::string plain(double number)
{
    return std::floor(number) == number && std::abs(number) < 1e15 ? shortest(number) : readable(number);
}

Json wins_json(const std::vector<compare::WinTieLoss>& wins)
{
    auto array = Json::array();
    for (const auto& pair : wins) {
        auto one = Json::object();
        one.add("a", pair.a).add("b", pair.b).add("wins", pair.wins).add("ties", pair.ties).add("losses", pair.losses);
        array.push(std::move(one));
    }
    return array;
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
    for (const char* name : {"splits", "samples", "permutations"})
        for (const auto& figure : result.figures)
            if (figure.name == name) add(figure.value ? plain(figure.value.number()) + ' ' + name : figure.value.reason());
    for (const auto& warning : result.warnings) add(warning.code);
    return text;
}

} // namespace

ResultTable comparisons_table(const Answer& answer)
{
    bool adjusted = false;
    bool measures = false;
    std::size_t primaries = 0;
    for (const auto& result : answer.comparisons) {
        adjusted = adjusted || result.p_value_adjusted.exists();
        measures = measures || !result.measure.empty();
        primaries += result.primary ? 1 : 0;
    }
    ResultTable table{.columns = {{"test"}}, .rows = {}};
    if (measures) table.columns.push_back({"measure"});
    for (const char* name : {"a", "b"}) table.columns.push_back({name});
    for (const char* name : {"difference", "statistic", "p", "one-sided"}) table.columns.push_back({name, true});
    if (adjusted) table.columns.push_back({"adjusted", true});
    table.columns.push_back({"remarks"});
    for (const auto& result : answer.comparisons) {
        std::vector<Cell> row = {result.test};
        if (measures) row.emplace_back(result.measure);
        for (const auto* name : {&result.a, &result.b}) row.emplace_back(*name);
        for (const auto* value : {&result.difference, &result.statistic, &result.p_value, &result.p_value_one_sided})
            row.emplace_back(*value);
        if (adjusted) row.push_back(Cell(result.p_value_adjusted));
        row.push_back(remarks(result));
        table.rows.push_back(std::move(row));
    }
    for (const auto& model : answer.models) {
        std::string line = model.name + ':';
        for (const auto& figure : model.measures)
            line += ' ' + figure.name + ' ' + (figure.value ? plain(figure.value.number()) : figure.value.reason());
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
    for (const auto& pair : answer.split_wins)
        table.notes.push_back(pair.a + " against " + pair.b +
                              ", by corrected t over the splits of each data set: " + std::to_string(pair.wins) + " wins, " +
                              std::to_string(pair.ties) + " not told apart, " + std::to_string(pair.losses) + " losses.");
    if (!answer.split_tests.empty()) {
        for (const auto& test : answer.split_tests)
            if (!test.better.empty())
                table.notes.push_back("  " + test.data_set + ": " + test.better + " is better than " +
                                      (test.better == test.a ? test.b : test.a) + ", p " + readable(test.p_value.number()));
        table.notes.push_back("Nothing is adjusted for the number of data sets and pairs in these tests.");
    }
    if (!answer.left_out.empty()) {
        std::string names;
        for (const auto& name : answer.left_out) names += (names.empty() ? "" : ", ") + name;
        table.notes.push_back("Left out, because a value is missing: " + names + '.');
    }
    for (const auto& test : answer.comparisons) {
        if (!test.primary) continue;
        const std::string what = "Difference " + test.a + " - " + test.b + (primaries > 1 ? " in " + test.measure : "") + ": ";
        if (test.interval)
            table.notes.push_back(what + readable(test.difference.number()) + ", interval " + readable(test.interval->lower) +
                                  " to " + readable(test.interval->upper) + " (" + test.interval->method + ", level " +
                                  readable(test.interval->level.value()) + ", target " + name_of(test.interval->target) + ", " +
                                  name_of(test.interval->guarantee) + ").");
        else if (!test.measure.empty())
            table.notes.push_back(what + (test.difference ? readable(test.difference.number()) : test.difference.reason()) +
                                  ", no interval (" + test.interval_reason + ").");
    }
    for (const auto& pair : answer.dominance) {
        table.notes.push_back(dominance_text(pair, pair.roc, "ROC", "false positive rate"));
        table.notes.push_back(dominance_text(pair, pair.pr, "Precision-recall", "recall"));
    }
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
    json.add("dominance", dominance_json(answer.dominance));
    json.add("ranks", answer.ranks.empty() ? Json() : figures_json(answer.ranks));
    add_value(json, "critical_difference", answer.critical_difference);
    add_value(json, "critical_difference_control", answer.critical_difference_control);
    json.add("win_tie_loss", wins_json(answer.wins));
    auto split_tests = Json::array();
    for (const auto& test : answer.split_tests) {
        auto one = Json::object();
        one.add("data_set", test.data_set).add("a", test.a).add("b", test.b);
        add_value(one, "difference", test.difference);
        add_value(one, "statistic", test.statistic);
        add_value(one, "p_value", test.p_value);
        split_tests.push(std::move(one.add("better", name_or_null(test.better))));
    }
    json.add("split_tests", std::move(split_tests));
    json.add("split_win_tie_loss", wins_json(answer.split_wins));
    auto left_out = Json::array();
    for (const auto& name : answer.left_out) left_out.push(name);
    json.add("left_out", std::move(left_out));
    json.add("warnings", warnings_json(answer.warnings));
    return std::move(json.add("shown", answer.shown).add("not_shown", answer.not_shown));
}

} // namespace unseen
