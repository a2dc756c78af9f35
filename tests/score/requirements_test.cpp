// Requirements on figures: limits, states and numbers of rows beside mpmath and SciPy, and laws.
#include "score/requirements.hpp"
#include "support/messages.hpp"
#include "support/oracle.hpp"
#include "unseen/read/reader.hpp"
#include "unseen/score/compare_matched.hpp"
#include "unseen/score/score.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace unseen {
namespace {

/// Rows of truth yes: the first `right` of each cluster are predicted rightly.
ScoredRows rows_of(const std::vector<std::pair<int, int>>& right_of, bool clusters)
{
    std::string text = "y,predicted,group\n";
    int group = 0;
    for (const auto& [right, rows] : right_of) {
        for (int i = 0; i < rows; ++i)
            text += std::string(i % 2 == 0 ? "yes" : "no") + ',' +
                    ((i < right) == (i % 2 == 0) ? "yes" : "no") + ",g" + std::to_string(group) + '\n';
        ++group;
    }
    const std::vector<Table> files{parse_table(text, "p.csv")};
    ScoreRoles roles{.truth = "y", .predicted = "predicted"};
    if (clusters) roles.group = "group";
    return make_scored_rows(files, roles);
}

std::vector<int> numbers_of(const std::string& text)
{
    std::vector<int> all;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, ',');) all.push_back(std::stoi(part));
    return all;
}

ScoreReport judged(const ScoredRows& rows, const std::string& requirement, double level = 0.95)
{
    return score(
        rows, {.measures = {Spec("accuracy")}, .requirements = {requirement}, .require_level = Level(level)});
}

void expect_near(const std::string& expected, const Value& found)
{
    if (expected == "-")
        EXPECT_FALSE(found);
    else
        EXPECT_NEAR(found.number() / std::stod(expected), 1.0, 1e-9);
}

TEST(Requirements, AgreeWithOtherPrograms)
{
    std::size_t lines = 0;
    for (const auto& line : test::oracle_table("requirements.txt")) {
        if (line[0] != "proportion" && line[0] != "clusters") continue;
        std::vector<std::pair<int, int>> right_of;
        const auto first = numbers_of(line[1]);
        const auto rows = numbers_of(line[2]);
        const bool clusters = line[0] == "clusters";
        const bool errors = line[3] == "<="; // the oracle counts errors
        for (std::size_t g = 0; g < first.size(); ++g)
            right_of.emplace_back(errors ? rows[g] - first[g] : first[g], rows[g]);
        const auto text = std::string(errors ? "error_rate " : "accuracy ") + line[3] + ' ' + line[4];
        SCOPED_TRACE(line[1] + " of " + line[2] + ' ' + text);
        const auto report = judged(rows_of(right_of, clusters), text, 1.0 - std::stod(line[5]));
        ASSERT_EQ(report.requirements.size(), 1U);
        const auto& found = report.requirements.front();
        EXPECT_EQ(name_of(found.state), line[8]);
        const double limit = std::stod(line[found.lower ? 6 : 7]);
        EXPECT_NEAR(found.limit.number(), limit, 1e-9);
        expect_near(line[9], found.decides_half);
        expect_near(line[10], found.decides_most);
        EXPECT_EQ(found.units, clusters ? "groups" : "rows");
        ++lines;
    }
    EXPECT_EQ(lines, 17U);
}

TEST(Requirements, OnPairsAgreeWithOtherPrograms)
{
    std::size_t lines = 0;
    for (const auto& line : test::oracle_table("requirements.txt")) {
        if (line[0] != "pair") continue;
        std::string text = "y,one,two\nno,no,no\n";
        const int only_a = std::stoi(line[1]);
        const int only_b = std::stoi(line[2]);
        for (int i = 1; i < std::stoi(line[3]); ++i)
            text += std::string("yes,") + (i <= only_b ? "no," : "yes,") +
                    (i > only_b && i <= only_b + only_a ? "no\n" : "yes\n");
        SCOPED_TRACE(line[1] + ' ' + line[2] + " of " + line[3] + " by " + line[4]);
        const std::vector<ModelColumn> columns{{"A", "one"}, {"B", "two"}};
        const auto matched = match_columns(parse_table(text, "p.csv"), columns, {.score = {.truth = "y"}});
        const auto by = "A not worse than B by " + line[4] + " in ";
        const auto answer = compare_matched(matched, {},
                                            {.requirements = {by + "accuracy", by + "error_rate"},
                                             .require_level = Level(1.0 - std::stod(line[5]))});
        for (const auto& found : answer.requirements) {
            EXPECT_EQ(name_of(found.state), line[8]);
            const bool errors = &found != &answer.requirements.front();
            const double limit = std::stod(line[found.lower != errors ? 6 : 7]);
            EXPECT_NEAR(found.limit.number(), errors ? -limit : limit, 1e-9);
            expect_near(line[9], found.decides_half);
            expect_near(line[10], found.decides_most);
        }
        // "B is better than A by more than the margin" is shown where the above is refuted, and refuted where
        // it is shown.
        const auto opposite =
            compare_matched(matched, {},
                            {.requirements = {"B better than A by " + line[4] + " in accuracy"},
                             .require_level = Level(1.0 - std::stod(line[5]))})
                .requirements.front();
        EXPECT_EQ(name_of(opposite.state), line[8] == "shown"     ? "refuted"
                                           : line[8] == "refuted" ? "shown"
                                                                  : line[8]);
        EXPECT_NEAR(opposite.limit.number(), -std::stod(line[opposite.lower ? 7 : 6]), 1e-9);
        expect_near(line[9], opposite.decides_half);
        ++lines;
    }
    EXPECT_EQ(lines, 5U);
}

TEST(Requirements, AtPlannedLooksAgreeWithOtherPrograms)
{
    std::size_t lines = 0;
    for (const auto& line : test::oracle_table("requirements.txt")) {
        if (line[0] != "look") continue;
        const int right = std::stoi(line[1]);
        const auto report = score(rows_of({{right, std::stoi(line[2])}}, false),
                                  {.measures = {Spec("accuracy")},
                                   .requirements = {"accuracy >= 0.85"},
                                   .require_level = Level(1.0 - std::stod(line[5])),
                                   .looks = std::stoull(line[4]),
                                   .look = std::stoull(line[3])});
        const auto& found = report.requirements.front();
        EXPECT_EQ(found.state, VerdictState::shown);
        EXPECT_NEAR(found.level.value(), std::stod(line[6]), 1e-15);
        EXPECT_NEAR(found.limit.number(), std::stod(line[7]), 1e-9);
        EXPECT_EQ(found.look->together, Level(0.95));
        EXPECT_FALSE(found.decides_half); // the next look is planned
        ++lines;
    }
    EXPECT_EQ(lines, 2U);
}

TEST(Requirements, SpendTheirErrorsOnPlannedLooks)
{
    std::size_t lines = 0;
    for (const auto& line : test::oracle_table("requirements.txt")) {
        if (line[0] != "looks") continue;
        const auto looks = std::stoull(line[1]);
        const Level together(1.0 - std::stod(line[2]));
        double sum = 0.0;
        for (std::uint64_t k = 1; k <= looks; ++k) {
            const double errors = level_at(*planned_look(together, looks, k)).outside();
            EXPECT_NEAR(errors, std::stod(line[k < looks ? 3 : 4]), 1e-15);
            sum += errors;
        }
        EXPECT_NEAR(sum, together.outside(), 1e-12);
        ++lines;
    }
    EXPECT_EQ(lines, 3U);
    // The rows that a last limit at 4 % in place of 5 % takes: ((1.7507 + .8416) / (1.6449 + .8416))^2.
    EXPECT_NEAR(planned_look(Level(0.95), 5, 2)->rows, 1.0869, 1e-4);
    EXPECT_FALSE(planned_look(Level(0.95), {}, {}));
}

TEST(Requirements, OfItemsAtPlannedLooksSpareNoSide)
{
    std::vector<double> values;
    for (const auto& line : test::oracle_table("requirements.txt"))
        if (line[0] == "items")
            for (std::size_t i = 1; i < line.size(); ++i) values.push_back(std::stod(line[i]));
    ASSERT_EQ(values.size(), 40U);
    std::size_t lines = 0;
    for (const auto& line : test::oracle_table("requirements.txt")) {
        if (line[0] != "item-look") continue;
        std::string text = "v\n";
        for (int t = 0; t < std::stoi(line[1]); ++t)
            for (const double x : values) text += std::to_string(x) + '\n';
        const std::vector<Table> files{parse_table(text, "v.csv")};
        const auto rows =
            make_scored_rows(files, {.value = "v", .range = {0.0, 1.0}, .higher_is_better = true});
        for (const auto& [bound, limit] : {std::pair("mean >= 0.1", 4), std::pair("mean < 1", 5)}) {
            const auto report = score(
                rows, {.requirements = {bound}, .looks = std::stoull(line[3]), .look = std::stoull(line[2])});
            EXPECT_EQ(report.requirements.front().state, VerdictState::shown) << bound;
            EXPECT_NEAR(report.requirements.front().limit.number(),
                        std::stod(line[static_cast<std::size_t>(limit)]), 1e-9);
        }
        ++lines;
    }
    EXPECT_EQ(lines, 2U);
}

TEST(Requirements, AtLooksSayWhatIsWrong)
{
    const auto rows = rows_of({{8, 10}}, false);
    const auto refusal = [&](ScoreOptions options) {
        return test::message_of([&] { score(rows, options); });
    };
    EXPECT_NE(refusal({.requirements = {"accuracy >= 0.5"}, .looks = 5}).find("which of the 5 looks is this"),
              std::string::npos);
    EXPECT_NE(refusal({.requirements = {"accuracy >= 0.5"}, .look = 2}).find("expected also `looks`"),
              std::string::npos);
    EXPECT_NE(refusal({.requirements = {"accuracy >= 0.5"}, .looks = 5, .look = 6}).find("6 of 5"),
              std::string::npos);
    EXPECT_NE(refusal({.looks = 5, .look = 1}).find("expected `require`"), std::string::npos);
    // Normal approximations do not hold at .0001, exact limits and those of beta laws do.
    const std::vector<Table> files{parse_table("y,p\n1,.9\n1,.4\n0,.5\n0,.1\n1,.8\n0,.2\n", "p.csv")};
    const auto scored = make_scored_rows(files, {.truth = "y", .score = "p", .positive = "1"});
    const auto at = [&](const char* requirement, std::uint64_t looks) {
        return score(scored, {.requirements = {requirement}, .looks = looks, .look = 1});
    };
    EXPECT_NE(test::message_of([&] { at("roc_auc >= 0.5", 12); }).find("expected at most 11 looks"),
              std::string::npos);
    EXPECT_EQ(at("roc_auc >= 0.5", 11).requirements.size(), 1U);
    EXPECT_EQ(at("recall >= 0.5", 1000).requirements.size(), 1U);
    EXPECT_EQ(at("f1 >= 0.5", 1000).requirements.size(), 1U);
}

/// Every usual measure: what is shown at 90 % is shown at a lower bound too, the opposite requirement is
/// refuted exactly where the first is shown, and the two-sided interval at 90 % is no wider than the limits.
TEST(Requirements, AreMonotoneAndOpposite)
{
    std::string text = "y,p\n";
    for (int i = 0; i < 60; ++i)
        text += std::string(i % 3 == 0 ? "1" : "0") + ',' +
                std::to_string(0.05 + 0.9 * ((i * 37 + (i % 3 == 0 ? 31 : 0)) % 61) / 61.0) + '\n';
    const std::vector<Table> files{parse_table(text, "p.csv")};
    const auto rows = make_scored_rows(files, {.truth = "y", .score = "p", .positive = "1"});
    const auto usual = score(rows, {.level = Level(0.9)});
    std::size_t known = 0;
    for (const auto& figure : usual.measures) {
        if (!figure.interval) continue;
        SCOPED_TRACE(figure.name);
        const double middle = figure.value.number();
        VerdictState last = VerdictState::shown;
        for (const double step : {-0.5, -0.2, -0.05, 0.0, 0.05, 0.2, 0.5}) {
            const auto bound =
                std::to_string(std::clamp(middle + step, figure.measure.lowest, figure.measure.highest));
            const auto report =
                score(rows, {.measures = {Spec("accuracy")},
                             .requirements = {figure.name + " >= " + bound, figure.name + " < " + bound}});
            const auto& at_least = report.requirements[0];
            const auto& below = report.requirements[1];
            EXPECT_EQ(at_least.state == VerdictState::shown, below.state == VerdictState::refuted);
            EXPECT_EQ(at_least.state == VerdictState::refuted, below.state == VerdictState::shown);
            const auto rank = [](VerdictState s) {
                return s == VerdictState::shown ? 0 : s == VerdictState::undecided ? 1 : 2;
            };
            EXPECT_GE(rank(at_least.state), rank(last));
            last = at_least.state;
            if (step == 0.0) {
                EXPECT_EQ(at_least.state, VerdictState::undecided);
                EXPECT_LE(at_least.lower ? at_least.limit.number() : -at_least.limit.number(),
                          (at_least.lower ? figure.interval->lower : -figure.interval->upper) + 1e-9);
            }
        }
        ++known;
    }
    EXPECT_GT(known, 20U);
}

TEST(Requirements, SayWhatIsWrong)
{
    const auto rows = rows_of({{8, 10}}, false);
    const auto refusal = [&](const std::string& text) {
        return test::message_of([&] { judged(rows, text); });
    };
    EXPECT_EQ(refusal("accuracy"),
              "`require`: 'accuracy' has no >= or <=; expected a measure, >= or <=, and a number, "
              "such as 'accuracy >= 0.9'");
    EXPECT_NE(refusal("accuracy >= much").find("has 'much' in place of a number"), std::string::npos);
    EXPECT_NE(refusal(">= 0.9").find("names no measure"), std::string::npos);
    EXPECT_NE(refusal("acuracy >= 0.9").find("acuracy"), std::string::npos);
    EXPECT_EQ(judged(rows, " accuracy>=0.5 ").requirements[0].text, "accuracy >= 0.5");
    EXPECT_TRUE(judged(rows, "roc_auc >= 0.5").requirements[0].limit.lacks(reasons::no_scores));
    EXPECT_EQ(judged(rows, "accuracy >= 0.8").requirements[0].state, VerdictState::undecided);
    EXPECT_FALSE(judged(rows, "accuracy >= 0.8").requirements[0].decides_half); // the figure itself
}

} // namespace
} // namespace unseen
