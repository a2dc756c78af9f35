// Laws of models that are compared on the same rows: the rows have one design, so that the figures of a model
// depend neither on its place nor on the other models.
#include "unseen/read/reader.hpp"
#include "unseen/score/compare_matched.hpp"
#include "unseen/score/score.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace unseen {
namespace {

/// Two repeats of 30 rows in two folds each, with the scores a and b of two models, in this order or
/// reversed.
std::string rows_with(const std::vector<std::string>& columns, bool reversed = false)
{
    std::vector<std::string> lines;
    Stream stream(34, Purpose::generation);
    for (std::size_t i = 0; i < 60; ++i) {
        const std::size_t row = i % 30;
        const double y = row * 7 % 5 > 2 ? 1 : 0;
        const auto score = [&] { return std::to_string((stream.uniform() + 0.5 * y) / 1.5); };
        std::string line;
        const std::vector<std::pair<std::string, std::string>> cells = {{"y", y > 0 ? "yes" : "no"},
                                                                        {"a", score()},
                                                                        {"b", score()},
                                                                        {"w", std::to_string(1 + row % 3)},
                                                                        {"c", std::to_string(row / 3)},
                                                                        {"f", std::to_string(row % 2)},
                                                                        {"r", std::to_string(i / 30)},
                                                                        {"row", std::to_string(row)}};
        for (const auto& name : columns)
            for (const auto& [column, cell] : cells)
                if (column == name) line += (line.empty() ? "" : ",") + cell;
        lines.insert(reversed ? lines.begin() : lines.end(), line);
    }
    std::string text;
    for (const auto& name : columns) text += (text.empty() ? "" : ",") + name;
    for (const auto& line : lines) text += '\n' + line;
    return text + '\n';
}

struct RolesOfRows {
    std::string name;
    ScoreRoles roles;
};

const std::vector<RolesOfRows> designs = {
    {"none", {.truth = "y"}},
    {"weight", {.truth = "y", .weight = "w"}},
    {"group", {.truth = "y", .group = "c"}},
    {"weight, group", {.truth = "y", .weight = "w", .group = "c"}},
    {"split", {.truth = "y", .split = "f"}},
    {"split, weight", {.truth = "y", .weight = "w", .split = "f"}},
    {"split, repeat", {.truth = "y", .split = "f", .repeat = "r"}},
    {"split, repeat, id", {.truth = "y", .split = "f", .repeat = "r", .id = "row"}},
    {"split, train_rows", {.truth = "y", .split = "f", .train_rows = 9}}};

const std::vector<Spec> compared_by = {Spec("accuracy"), Spec("roc_auc"), Spec("log_loss"), Spec("f1"),
                                       Spec("mcc")};

const Table& table()
{
    static const Table all = parse_table(rows_with({"y", "a", "b", "w", "c", "f", "r", "row"}), "rows.csv");
    return all;
}

compare::Answer compared(const MatchedModels& models)
{
    return compare_matched(models, compared_by, {.samples = 50, .permutations = 20});
}

compare::Answer compared(const std::string& a, const std::string& b, const ScoreRoles& roles)
{
    const std::vector<ModelColumn> columns = {{"A", a}, {"B", b}};
    return compared(match_columns(table(), columns, {.score = roles}));
}

TEST(CompareMatched, HasTheFiguresOfScore)
{
    for (const auto& [name, roles] : designs) {
        const auto answer = compared("a", "b", roles);
        for (std::size_t m = 0; m < 2; ++m) {
            auto alone = roles;
            alone.score = m == 0 ? "a" : "b";
            const auto report = score(make_scored_rows(std::span(&table(), 1), alone),
                                      {.measures = compared_by, .samples = 50});
            for (std::size_t i = 0; i < compared_by.size(); ++i) {
                const auto& figure = answer.models[m].measures[i];
                const auto where = name + ": " + figure.name + " of " + alone.score;
                EXPECT_EQ(figure.value, report.measures[i].value) << where;
                EXPECT_EQ(figure.interval, report.measures[i].interval.without_reason()) << where;
            }
        }
    }
}

TEST(CompareMatched, TakesScoresOfEachClass)
{
    const auto table =
        parse_table("y,a,p,q,r\nx,x,.6,.3,.1\ny,y,.2,.5,.3\nz,x,.2,.3,.5\nx,y,.4,.5,.1\n", "m");
    const std::vector<std::string> scores = {"x=p", "y=q", "z=r"};
    const std::vector<ModelColumn> columns = {{"labels", "a"}, {"scores", "", scores}};
    const auto matched = match_columns(table, columns, {.score = {.truth = "y"}});
    const auto alone = make_scored_rows(std::span(&table, 1), {.truth = "y", .scores = scores});
    EXPECT_EQ(matched.models[1].scores, alone.predicted.scores);
    EXPECT_EQ(matched.models[1].label, (std::vector<std::uint32_t>{0, 1, 2, 1}));
    EXPECT_EQ(matched.models[0].label, (std::vector<std::uint32_t>{0, 1, 0, 1}));
    const std::vector<ModelColumn> taken = {{"labels", "a"}, {"scores", "", {"x=p", "y=q", "z=y"}}};
    EXPECT_THROW(match_columns(table, taken, {.score = {.truth = "y"}}), InputError);
}

TEST(CompareMatched, ExchangesFiguresWithTheModels)
{
    for (const auto& [name, roles] : designs) {
        const auto ab = compared("a", "b", roles);
        const auto ba = compared("b", "a", roles);
        for (std::size_t m = 0; m < 2; ++m)
            EXPECT_EQ(ab.models[m].measures, ba.models[1 - m].measures) << name;
        for (const auto& spec : compared_by) {
            const auto difference = [&](const compare::Answer& answer) {
                for (const auto& one : answer.comparisons)
                    if (one.primary && one.measure == spec.print()) return one.difference.number();
                return -1e9;
            };
            EXPECT_EQ(difference(ab), -difference(ba)) << name << ": " << spec.print();
        }
    }
}

TEST(CompareMatched, ShowsNoDifferenceOfAModelFromItself)
{
    for (const auto& [name, roles] : designs) {
        const auto answer = compared("a", "a", roles);
        EXPECT_EQ(answer.models[0].measures, answer.models[1].measures) << name;
        for (const auto& one : answer.comparisons) {
            EXPECT_EQ(one.difference, Value(0.0)) << name << ": " << one.measure << ' ' << one.test;
        }
    }
}

TEST(CompareMatched, TakesTheDesignOfTheFirstTable)
{
    const std::vector<Table> tables = {
        parse_table(rows_with({"row", "r", "y", "a", "w", "f"}), "one.csv"),
        parse_table(rows_with({"b", "r", "row", "y"}, true), "two.csv")}; // the rows in the reverse order
    const ScoreRoles roles{.truth = "y", .weight = "w", .split = "f", .repeat = "r", .id = "row"};
    auto of_files = roles;
    of_files.score = "a";
    auto second = tables[1];
    for (auto& column : second.columns)
        if (column.name == "b") column.name = "a";
    const auto models = match_models(std::vector<Table>{tables[0], second}, {"A", "B"}, {.score = of_files});
    const auto columns = compared("a", "b", roles);
    const auto files = compared(models);
    for (std::size_t m = 0; m < 2; ++m) EXPECT_EQ(files.models[m].measures, columns.models[m].measures);
    EXPECT_EQ(models.design.weight.size(), 60u);
}

} // namespace
} // namespace unseen
