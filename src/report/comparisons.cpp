#include "unseen/report/comparisons.hpp"

#include "base/listed.hpp"
#include "report/comparison_parts.hpp"
#include "report/words.hpp"

#include "unseen/base/number.hpp"
#include "unseen/compare/verdict.hpp"
#include "unseen/report/verdicts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace unseen {

namespace {

using compare::Comparison;
using compare::CurveDominance;
using compare::Dominance;
using compare::Figure;

/// A name, or null for a test of all models at once.
Json name_or_null(const std::string& name) { return name.empty() ? Json() : Json(name); }

Json df_json(const std::vector<double>& df)
{
    if (df.empty()) return {};
    if (df.size() == 1) return df.front();
    return Json::list(df);
}

} // namespace

Json comparison_json(const Comparison& result, Json json)
{
    json.add("test", result.test).add("a", name_or_null(result.a)).add("b", name_or_null(result.b));
    if (!result.measure.empty()) json.add("measure", result.measure);
    json.add_value("statistic", result.statistic);
    json.add("df", df_json(result.df));
    json.add_value("p_value", result.p_value);
    json.add_value("p_value_one_sided", result.p_value_one_sided);
    json.add_value("p_value_adjusted", result.p_value_adjusted);
    json.add_value("difference", result.difference);
    json.add("interval", result.interval ? interval_json(*result.interval) : Json());
    if (!result.interval) json.add("reason", result.interval.reason());
    if (result.not_of_the_test) json.add("not_of_the_test", true);
    if (result.holm && result.interval) json.add("holm_level", result.holm->value());
    json.add("primary", result.primary).add("decides", result.primary || result.follows);
    if (result.posterior) {
        json.add("left", result.posterior->left)
            .add("rope", result.posterior->rope)
            .add("right", result.posterior->right);
        json.add("rope_width", result.posterior->width);
        if (result.posterior->scale > 0.0) json.add("posterior_scale", result.posterior->scale);
    }
    for (const auto& figure : result.figures) json.add_value(figure.name, figure.value);
    json.add("warnings", warnings_json(result.warnings));
    return json;
}

ResultTable pairs_table(Level level)
{
    return {.columns = {{"estimator"},
                        {"measure"},
                        {.title = "a", .names = true},
                        {.title = "b", .names = true},
                        {"difference", true},
                        {percent(level) + " interval, by Holm", true},
                        {"p", true},
                        {"adjusted p", true},
                        {"test"}},
            .rows = {}};
}

void add_pair(ResultTable& table, const Comparison& result, const std::string& estimator)
{
    const auto& interval = result.interval;
    table.rows.push_back({estimator, result.measure, result.a, result.b, Cell(result.difference),
                          interval ? readable(interval->lower) + " .. " + readable(interval->upper) : "-",
                          Cell(result.p_value), Cell(result.p_value_adjusted), result.test});
}

ResultTable long_pairs_table()
{
    ResultTable table;
    for (const char* title : {"estimator", "measure", "a", "b", "difference", "lower", "upper", "level",
                              "p_value", "p_value_adjusted", "test", "warnings"})
        table.columns.push_back({title});
    table.columns[2].names = table.columns[3].names = true;
    return table;
}

void add_long_pair(ResultTable& table, const Comparison& result, const std::string& estimator)
{
    const auto& interval = result.interval;
    table.rows.push_back({estimator, result.measure, result.a, result.b, Cell(result.difference),
                          interval ? shortest(interval->lower) : "",
                          interval ? shortest(interval->upper) : "",
                          interval ? shortest(interval->level.value()) : "", Cell(result.p_value),
                          Cell(result.p_value_adjusted), result.test, codes_of(result.warnings)});
}

namespace {

Json figures_json(const std::vector<Figure>& figures)
{
    auto json = Json::object();
    for (const auto& figure : figures) json.add_value(figure.name, figure.value);
    return json;
}

Json curve_json(const CurveDominance& curve)
{
    auto regions = Json::list(curve.regions, [](const auto& region) {
        return Json::object()
            .add("from", region.from)
            .add("to", region.to)
            .add("better", name_or_null(region.better));
    });
    return Json::object().add("better", name_or_null(curve.better)).add("regions", std::move(regions));
}

/// For two models the curves themselves, for more a list of pairs.
Json dominance_json(const std::vector<Dominance>& pairs)
{
    auto json = Json::object();
    const bool one = pairs.size() == 1;
    json.add("roc", one ? curve_json(pairs.front().roc) : Json())
        .add("pr", one ? curve_json(pairs.front().pr) : Json());
    if (pairs.size() > 1)
        json.add("pairs", Json::list(pairs, [](const auto& pair) {
                     return Json::object()
                         .add("a", pair.a)
                         .add("b", pair.b)
                         .add("roc", curve_json(pair.roc))
                         .add("pr", curve_json(pair.pr));
                 }));
    return json;
}

/// "ROC curves of A and B: A's lies nowhere below B's", or the regions in which each curve is above the
/// other.
std::string dominance_text(const Dominance& pair, const CurveDominance& curve, const std::string& name,
                           const std::string& axis)
{
    const std::string curves = name + " curves of " + pair.a + " and " + pair.b;
    if (curve.regions.size() == 1 && curve.regions.front().better.empty())
        return curves + ": they are equal.";
    if (!curve.better.empty())
        return curves + ": " + curve.better + "'s lies nowhere below " +
               (curve.better == pair.a ? pair.b : pair.a) + "'s.";
    std::string text = curves + ": they cross; by " + axis + ", ";
    constexpr std::size_t most = 6;
    for (std::size_t i = 0; i < curve.regions.size() && i < most; ++i) {
        const auto& region = curve.regions[i];
        text += (i > 0 ? ", " : "") + (region.better.empty() ? "equal" : region.better + " above") + " to " +
                readable(region.to);
    }
    if (curve.regions.size() > most)
        text += ", and " + std::to_string(curve.regions.size() - most) + " more regions";
    return text + '.';
}

/// A figure for people: whole numbers without decimals, because most of them are counts.
std::string plain(double number)
{
    return std::floor(number) == number && std::abs(number) < 1e15
               ? std::to_string(static_cast<std::int64_t>(number))
               : readable(number);
}

Json wins_json(const std::vector<compare::WinTieLoss>& wins)
{
    return Json::list(wins, [](const auto& pair) {
        return Json::object()
            .add("a", pair.a)
            .add("b", pair.b)
            .add("wins", pair.wins)
            .add("ties", pair.ties)
            .add("losses", pair.losses);
    });
}

std::string remarks(const Comparison& result)
{
    std::vector<std::string> all;
    const auto add = [&](const std::string& one) {
        if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
    };
    if (result.primary) add("primary");
    if (!result.p_value && !result.p_value.lacks(reasons::bayesian) &&
        !result.p_value.lacks(reasons::adjusted_only))
        add(std::string(result.p_value.reason()));
    if (const auto& posterior = result.posterior)
        add(result.a + " worse " + readable(posterior->a_worse()) + ", equivalent " +
            readable(posterior->rope) + ", " + result.a + " better " + readable(posterior->a_better()));
    for (const auto& figure : result.figures) {
        if (figure.kind == Figure::Kind::confidence && figure.value)
            add(figure.name + ' ' + readable(figure.value.number()));
        if (figure.kind == Figure::Kind::count)
            add(figure.value ? plain(figure.value.number()) + ' ' + figure.name
                             : std::string(figure.value.reason()));
    }
    for (const auto& warning : result.warnings) add(warning.code);
    std::string text;
    for (const auto& one : all) text += (text.empty() ? "" : "; ") + one;
    return text;
}

/// The tests, one per row. Empty columns are left out.
ResultTable tests_table(const std::vector<Comparison>& tests)
{
    const auto any = [&](auto has) { return std::any_of(tests.begin(), tests.end(), has); };
    const bool adjusted = any([](const Comparison& test) { return test.p_value_adjusted.exists(); });
    const bool measures = any([](const Comparison& test) { return !test.measure.empty(); });
    ResultTable table{.columns = {{"test"}}, .rows = {}};
    if (measures) table.columns.push_back({"measure"});
    for (const char* name : {"a", "b"}) table.columns.push_back({.title = name, .names = true});
    for (const char* name : {"difference", "statistic", "p", "one-sided"})
        table.columns.push_back({name, true});
    if (adjusted) table.columns.push_back({"adjusted", true});
    table.columns.push_back({"remarks"});
    for (const auto& test : tests) {
        auto& row = table.rows.emplace_back();
        row.emplace_back(test.test);
        if (measures) row.emplace_back(test.measure);
        for (const auto* name : {&test.a, &test.b}) row.emplace_back(*name);
        for (const auto* value : {&test.difference, &test.statistic, &test.p_value, &test.p_value_one_sided})
            row.emplace_back(*value);
        if (adjusted) row.emplace_back(test.p_value_adjusted);
        row.emplace_back(remarks(test));
    }
    return table;
}

/// What a warning is about: the test, and the pair and the measure if there are several.
std::string title_of(const Comparison& test)
{
    return test.test + (test.a.empty() ? "" : ", " + test.a + " against " + test.b) +
           (test.measure.empty() ? "" : ", " + test.measure);
}

/// The intervals of a model's figures, by the names of the figures; only those that are known.
Json intervals_json(const std::vector<Figure>& figures, std::optional<Interval> Figure::*which)
{
    auto json = Json::object();
    for (const auto& figure : figures)
        if (const auto& interval = figure.*which) json.add(figure.name, interval_json(*interval));
    return json;
}

/// "A: accuracy 0.9 (95 % interval 0.78 .. 0.97), rows 50"
std::string model_text(const compare::Model& model)
{
    std::string line = model.name + ':';
    for (const auto& figure : model.measures) {
        line += (line.back() == ':' ? " " : ", ") + figure.name + ' ' +
                (figure.value ? plain(figure.value.number()) : std::string(figure.value.reason()));
        if (figure.interval)
            line +=
                " (" + percent(figure.interval->level) + " interval " + interval_cell(figure.interval).shown +
                (figure.simultaneous ? "; of all models together " + interval_cell(figure.simultaneous).shown
                                     : "") +
                ')';
    }
    return line;
}

std::string wins_text(const compare::WinTieLoss& pair, const std::string& how, const std::string& ties)
{
    return pair.a + " against " + pair.b + how + ": " + counted(pair.wins, "win") + ", " + ties + ", " +
           counted(pair.losses, "loss", "losses") + '.';
}

/// A line on the difference that the primary test gives, or an empty text. `which`: name the measure, because
/// there are several primary tests.
std::string difference_text(const Comparison& test, bool which)
{
    const std::string what = "Difference " + test.a + " - " + test.b +
                             (which && !test.measure.empty() ? " in " + test.measure : "") + ": ";
    if (const auto& interval = test.interval)
        return what + readable(test.difference.number()) + ", interval " + readable(interval->lower) +
               " to " + readable(interval->upper) + " (" + interval->method + ", level " +
               readable(interval->level.value()) +
               (test.holm ? ", by Holm for " + readable(test.holm->value()) + " in all pairs" : "") +
               (test.not_of_the_test ? ", not_of_the_test" : "") + ", target " + name_of(interval->estimand) +
               ", " + name_of(interval->guarantee) + ").";
    if (test.measure.empty()) return "";
    return what +
           (test.difference ? readable(test.difference.number()) : std::string(test.difference.reason())) +
           ", no interval (" + std::string(test.interval.reason()) + ").";
}

/// Of judged items: what the labels alone say of the difference, and what the judge adds. Else nothing.
std::vector<std::string> judge_lines(const Comparison& test)
{
    const auto figure = [&](std::string_view name) {
        const auto found = std::ranges::find(test.figures, name, &compare::Figure::name);
        return found == test.figures.end() || !found->value ? std::nullopt
                                                            : std::optional(found->value.number());
    };
    const auto alone = figure("labels_alone");
    if (!alone) return {};
    return {
        "Labels alone: " + readable(*alone) + ", interval " + readable(figure("labels_alone_lower").value()) +
            " to " + readable(figure("labels_alone_upper").value()) + "; with the judge a label counts as " +
            two_digits(figure("help").value()) + " alone.",
        "Valid if the labelled items were drawn at random within each difference of what the judge says."};
}

/// Lines on the differences that primary tests give, and on curves.
std::vector<Note> differences_of(const compare::Answer& compared)
{
    std::vector<Note> notes;
    const auto& tests = compared.comparisons;
    const bool several =
        std::count_if(tests.begin(), tests.end(), [](const Comparison& test) { return test.primary; }) > 1;
    for (const auto& test : tests)
        if (const auto text = test.primary ? difference_text(test, several) : ""; !text.empty())
            notes.push_back({text, judge_lines(test)});
    for (const auto& pair : compared.dominance) {
        notes.push_back(dominance_text(pair, pair.roc, "ROC", "false positive rate"));
        notes.push_back(dominance_text(pair, pair.pr, "Precision-recall", "recall"));
    }
    return notes;
}

/// Lines on pairs of learners over many data sets.
std::vector<Note> pairs_of(const compare::Answer& compared)
{
    std::vector<Note> notes;
    if (compared.critical_difference)
        notes.push_back("Critical difference of average ranks (Nemenyi): " +
                        readable(compared.critical_difference.number()) +
                        (compared.critical_difference_control
                             ? "; against the control (Bonferroni-Dunn): " +
                                   readable(compared.critical_difference_control.number())
                             : "") +
                        '.');
    for (const auto& pair : compared.wins) notes.push_back(wins_text(pair, "", counted(pair.ties, "tie")));
    for (const auto& pair : compared.split_wins)
        notes.push_back(wins_text(pair, ", by corrected t over the splits of each data set",
                                  std::to_string(pair.ties) + " not significant"));
    for (const auto& test : compared.split_tests)
        if (!test.better.empty())
            notes.back().lines.push_back(test.data_set + ": " + test.better + " is better than " +
                                         (test.better == test.a ? test.b : test.a) + ", p " +
                                         readable(test.p_value.number()));
    if (!compared.split_tests.empty())
        notes.emplace_back(
            "The p-values of these tests are not adjusted for the number of data sets and pairs.");
    return notes;
}

/// The learners by their average ranks, best first.
std::vector<std::size_t> by_rank(const compare::Answer& compared)
{
    std::vector<std::size_t> order(compared.ranks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
        return compared.ranks[i].value.number() < compared.ranks[j].value.number();
    });
    return order;
}

ResultTable ranks_table(const compare::Answer& compared)
{
    ResultTable table{.columns = {{"learner"}, {"average rank", true}, {"mean score", true}}, .rows = {}};
    if (!compared.groups.empty()) table.columns.push_back({"group"});
    for (const auto j : by_rank(compared)) {
        const auto& rank = compared.ranks[j];
        auto& row = table.rows.emplace_back(
            std::vector<Cell>{rank.name, Cell(rank.value), Cell(compared.models[j].measures[0].value)});
        if (!compared.groups.empty()) row.emplace_back(compared.groups[j]);
    }
    return table;
}

/// `v` or `*`, if the learner is significantly better or worse than the base on the data set, by its splits.
std::string mark_of(const compare::Answer& compared, const std::string& data_set, const std::string& learner,
                    const std::string& base)
{
    for (const auto& test : compared.split_tests)
        if (test.data_set == data_set &&
            ((test.a == learner && test.b == base) || (test.a == base && test.b == learner)))
            return test.better.empty() ? "" : test.better == learner ? " v" : " *";
    return "";
}

/// "3/10/2": the numbers of data sets on which the learner is better than the base, equal, worse.
std::string wins_over(const std::vector<compare::WinTieLoss>& wins, const std::string& learner,
                      const std::string& base)
{
    const auto three = [](std::uint64_t x, std::uint64_t y, std::uint64_t z) {
        return std::to_string(x) + '/' + std::to_string(y) + '/' + std::to_string(z);
    };
    for (const auto& pair : wins) {
        if (pair.a == learner && pair.b == base) return three(pair.wins, pair.ties, pair.losses);
        if (pair.a == base && pair.b == learner) return three(pair.losses, pair.ties, pair.wins);
    }
    return "";
}

/// The scores of each data set, the learners in the order of their ranks, with marks against the base.
FurtherTable scores_table(const compare::Answer& compared)
{
    const auto order = by_rank(compared);
    const auto base = compared.control.empty() ? compared.ranks[order.front()].name : compared.control;
    const bool splits = !compared.split_tests.empty();
    FurtherTable further{.title = splits ? "Scores; v: better, *: worse than " + base +
                                               " by the corrected t of the splits, p not adjusted; last, "
                                               "such data sets: better/other/worse"
                                         : "Scores; last, data sets on which the learner is better than " +
                                               base + "/equal/worse",
                         .table = {.columns = {{"data set"}}, .rows = {}}};
    auto& table = further.table;
    for (const auto j : order) table.columns.push_back({compared.ranks[j].name, true});
    for (const auto& row : compared.scores) {
        auto& cells = table.rows.emplace_back();
        cells.emplace_back(row.data_set);
        for (const auto j : order) {
            Cell cell(row.scores[j]);
            if (splits)
                cell.shown +=
                    std::string(mark_of(compared, row.data_set, compared.ranks[j].name, base) + "  ")
                        .substr(0, 2);
            cells.push_back(std::move(cell));
        }
    }
    auto& last = table.rows.emplace_back();
    last.emplace_back("");
    for (const auto j : order)
        last.emplace_back(
            wins_over(splits ? compared.split_wins : compared.wins, compared.ranks[j].name, base));
    return further;
}

Json standings_json(const compare::Standings& standings)
{
    auto json = Json::object().add("measure", standings.measure);
    json.add("better", standings.direction == Direction::higher_is_better ? "higher" : "lower")
        .add("test", standings.test)
        .add("largest_difference", standings.largest_difference)
        .add("of_range", standings.of_range)
        .add("units", standings.units);
    return json.add("models", Json::list(standings.models, [](const auto& one) {
                        auto model = Json::object().add("model", one.model);
                        model.add_value("value", one.value);
                        return model.add("rank", one.rank)
                            .add("first", one.first)
                            .add("last", one.last)
                            .add("may_be_best", one.may_be_best)
                            .add("p_value", one.p_value)
                            .add("group", one.group);
                    }));
}

std::string rank_range(const compare::Standing& one)
{
    return std::to_string(one.first) + (one.last > one.first ? " .. " + std::to_string(one.last) : "");
}

bool has_groups(const compare::Standings& standings)
{
    return std::ranges::any_of(standings.models, [](const auto& one) { return one.group > 1; });
}

/// The models by their standing, best first, in at most 44 rows.
ResultTable standings_table(const compare::Standings& standings, Level level)
{
    constexpr std::size_t most_candidates = 25;
    constexpr std::size_t most_rows = 40;
    constexpr std::size_t last_rows = 3;
    const bool groups = has_groups(standings);
    ResultTable table{.columns = {{.title = "model", .names = true},
                                  {standings.measure, true},
                                  {"rank", true},
                                  {percent(level) + " ranks, all together", true},
                                  {"may be the best"},
                                  {"p", true}},
                      .rows = {}};
    if (groups) table.columns.push_back({"group", true});
    const auto& all = standings.models;
    const auto add = [&](const compare::Standing& one) {
        table.rows.push_back({one.model, Cell(one.value), Cell(std::to_string(one.rank)),
                              Cell(rank_range(one)), one.may_be_best ? "yes" : "no",
                              Cell(Value(one.p_value))});
        if (groups) table.rows.back().emplace_back(std::to_string(one.group));
    };
    const auto shown = all.size() <= most_rows + last_rows + 1    ? all.size()
                       : standings.candidates() > most_candidates ? most_candidates
                                                                  : most_rows;
    for (std::size_t i = 0; i < shown; ++i) add(all[i]);
    if (shown == all.size()) return table;
    table.rows.push_back(
        {"... " + std::to_string(all.size() - shown - last_rows) + " more; CSV and JSON have all ..."});
    table.rows.back().resize(table.columns.size(), Cell(""));
    for (std::size_t i = all.size() - last_rows; i < all.size(); ++i) add(all[i]);
    return table;
}

/// How ranks are found, and what they say.
Note standings_note(const compare::Answer& compared, const compare::Standings& standings)
{
    Note note("Ranks by " + standings.measure + ": with " + percent(compared.level) +
              " confidence each model's true rank lies in its range, for all models together.");
    note.lines.push_back(std::to_string(standings.units) + " units; all pairs by " + standings.test +
                         " in both directions, by Holm" +
                         (standings.test == "gaffke"
                              ? "; a difference of " + readable(standings.largest_difference) +
                                    (standings.of_range ? ", the range," : ", the largest seen,") +
                                    " stands for items that were not drawn"
                              : ""));
    note.lines.emplace_back(
        "p: that another model is better, adjusted for all others. It holds for models that "
        "were not chosen or tuned on these rows.");
    return note;
}

/// The same for programs, of all measures.
ResultTable long_standings_table(const std::vector<compare::Standings>& all)
{
    ResultTable table{.columns = {{"measure"}, {.title = "model", .names = true}}, .rows = {}};
    for (const char* title : {"value", "rank", "first", "last", "may_be_best", "p_value", "group"})
        table.columns.push_back({title});
    for (const auto& standings : all)
        for (const auto& one : standings.models)
            table.rows.push_back({standings.measure, one.model, Cell(one.value), std::to_string(one.rank),
                                  std::to_string(one.first), std::to_string(one.last),
                                  one.may_be_best ? "yes" : "no", Cell(Value(one.p_value)),
                                  std::to_string(one.group)});
    return table;
}

Json json_of(const compare::Answer& compared)
{
    Json json = answer_object("compare");
    if (compared.digest) json.add("digest", compared.digest->hex());
    if (compared.seed) json.add("seed", *compared.seed);
    json.add("models", Json::list(compared.models, [](const auto& model) {
                 return Json::object()
                     .add("name", model.name)
                     .add("measures", figures_json(model.measures))
                     .add("intervals", intervals_json(model.measures, &Figure::interval))
                     .add("simultaneous", intervals_json(model.measures, &Figure::simultaneous));
             }));
    json.add("comparisons",
             Json::list(compared.comparisons, [](const auto& test) { return comparison_json(test); }));
    json.add("dominance", dominance_json(compared.dominance));
    json.add("ranks", compared.ranks.empty() ? Json() : figures_json(compared.ranks));
    if (!compared.standings.empty()) json.add("standings", Json::list(compared.standings, standings_json));
    json.add("control", name_or_null(compared.control));
    auto groups = Json::object();
    for (std::size_t j = 0; j < compared.groups.size(); ++j)
        groups.add(compared.ranks[j].name, compared.groups[j]);
    json.add("groups", compared.groups.empty() ? Json() : std::move(groups));
    if (!compared.scores.empty())
        json.add("direction",
                 compared.direction == Direction::lower_is_better ? "lower_is_better" : "higher_is_better");
    json.add("scores", Json::list(compared.scores, [&](const auto& row) {
                 auto values = Json::object();
                 for (std::size_t j = 0; j < row.scores.size(); ++j)
                     values.add(compared.ranks[j].name, Json(row.scores[j]));
                 return Json::object().add("data_set", row.data_set).add("values", std::move(values));
             }));
    json.add_value("critical_difference", compared.critical_difference);
    json.add_value("critical_difference_control", compared.critical_difference_control);
    json.add("win_tie_loss", wins_json(compared.wins));
    json.add("split_tests", Json::list(compared.split_tests, [](const auto& test) {
                 auto one = Json::object().add("data_set", test.data_set).add("a", test.a).add("b", test.b);
                 one.add_value("difference", test.difference);
                 one.add_value("statistic", test.statistic);
                 one.add_value("p_value", test.p_value);
                 one.add("better", name_or_null(test.better));
                 return one;
             }));
    json.add("split_win_tie_loss", wins_json(compared.split_wins));
    json.add("left_out", Json::list(compared.left_out));
    if (compared.any_time) json.add("any_time", any_time_json(*compared.any_time));
    json.add("warnings", warnings_json(compared.warnings));
    return json;
}

} // namespace

Answer answer_of(const compare::Answer& compared)
{
    Answer answer{.json = json_of(compared)};
    const auto verdict = compare::verdict_of(compared);
    answer.json.add("shown", as_paragraph(verdict.sentences)).add("not_shown", compared.not_shown);
    conclude(answer, verdict);
    answer.warn(compared.warnings);
    for (const auto& test : compared.comparisons)
        if (test.primary) answer.warn(test.warnings, title_of(test));
    if (!compared.ranks.empty()) { // many data sets: the answer first
        answer.table = ranks_table(compared);
        answer.further = {scores_table(compared), {"All tests", tests_table(compared.comparisons), true}};
        answer.long_table = tests_table(compared.comparisons);
        if (!compared.groups.empty())
            answer.notes = {"Learners of one group do not differ significantly (Nemenyi)."};
        answer.legend = pairs_of(compared);
        return answer;
    }
    if (compared.comparisons.empty() && !compared.standings.empty()) { // many models
        for (const auto& standings : compared.standings) {
            auto brief = standings_table(standings, compared.level);
            if (&standings == &compared.standings.front())
                answer.table = std::move(brief);
            else
                answer.further.push_back({.title = standings.measure, .table = std::move(brief)});
            answer.notes.push_back(standings_note(compared, standings));
        }
        answer.long_table = long_standings_table(compared.standings);
        return answer;
    }
    answer.table = tests_table(compared.comparisons);
    for (const auto& model : compared.models)
        if (!model.measures.empty()) answer.heading.push_back(model_text(model));
    answer.notes = differences_of(compared);
    if (compared.any_time) answer.notes.push_back(any_time_note(*compared.any_time));
    return answer;
}

} // namespace unseen
