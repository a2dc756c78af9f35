// Figures of each class, gaps of subgroups, and the calibration of a model beside scikit-learn and
// statsmodels (tests/oracles/calibration.py).
#include "support/close.hpp"
#include "support/messages.hpp"
#include "support/oracle.hpp"

#include "unseen/base/error.hpp"
#include "unseen/score/score.hpp"
#include "unseen/stats/distributions.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace unseen {
namespace {

using Line = std::vector<std::string>;

/// The cases of a kind: their lines, by the word that they begin with.
struct Case {
    Line title;
    std::vector<Line> lines;
};

std::vector<Case> cases_of(const std::string& kind)
{
    std::vector<Case> cases;
    bool wanted = false;
    for (const auto& line : test::oracle_table("calibration.txt")) {
        if (line[0] == "case" || line[0] == "ordinal" || line[0] == "report") {
            wanted = line[0] == kind;
            if (wanted) cases.push_back({.title = line, .lines = {}});
        } else if (wanted) {
            cases.back().lines.push_back(line);
        }
    }
    return cases;
}

Labels numbered(std::size_t n)
{
    std::vector<std::string> names;
    for (std::size_t c = 0; c < n; ++c) names.push_back(std::to_string(c));
    return Labels(names);
}

/// Rows of classes with predicted labels.
ScoredRows labelled(const Case& from)
{
    ScoredRows rows;
    rows.design.classes = numbered(std::stoul(from.title[2]));
    rows.design.task = from.title[0] == "ordinal"        ? ScoreTask::ordinal
                       : rows.design.classes.size() == 2 ? ScoreTask::binary
                                                         : ScoreTask::multiclass;
    rows.design.ordered = rows.design.task == ScoreTask::ordinal;
    rows.design.positive = rows.design.task == ScoreTask::binary ? 1 : 0;
    for (const auto& line : from.lines) {
        if (line[0] != "label") continue;
        rows.design.true_label.push_back(static_cast<std::uint32_t>(std::stoul(line[1])));
        rows.predicted.label.push_back(static_cast<std::uint32_t>(std::stoul(line[2])));
        rows.design.weight.push_back(std::stod(line[3]));
    }
    if (std::all_of(rows.design.weight.begin(), rows.design.weight.end(), [](double w) { return w == 1.0; }))
        rows.design.weight.clear();
    return rows;
}

TEST(PerClass, IsTheReportOfScikitLearn)
{
    std::size_t compared = 0;
    for (const auto& one : cases_of("report")) {
        SCOPED_TRACE(one.title[1]);
        const auto report =
            score(labelled(one),
                  {.measures = {Spec("accuracy")}, .per_class = true, .zero_division = ZeroDivision::zero});
        for (const auto& line : one.lines) {
            if (line[0] != "class") continue;
            SCOPED_TRACE(line[1]);
            const auto named = [&](const ClassFigures& figures) { return figures.name == line[1]; };
            auto found = std::find_if(report.per_class.begin(), report.per_class.end(), named);
            if (found == report.per_class.end())
                found = std::find_if(report.averages.begin(), report.averages.end(), named);
            ASSERT_EQ(found->measures.size(), 3u);
            for (std::size_t m = 0; m < 3; ++m)
                test::expect_close(found->measures[m].value, std::stod(line[2 + m]));
            EXPECT_EQ(found->support, std::stod(line[5]));
            ++compared;
        }
    }
    EXPECT_EQ(compared, 32u);
}

TEST(PerClass, HasTheIntervalsOfTwoClasses)
{
    ScoredRows rows;
    rows.design.task = ScoreTask::multiclass;
    rows.design.classes = numbered(3);
    rows.design.true_label = {0, 0, 0, 0, 1, 1, 1, 2, 2, 2};
    rows.predicted.label = {0, 0, 0, 1, 1, 1, 2, 2, 2, 2};
    const auto report = score(rows, {.measures = {Spec("accuracy")}, .per_class = true});
    const auto& recall = report.per_class[0].measures[1]; // 3 of 4
    test::expect_close(recall.value, 0.75);
    EXPECT_EQ(recall.interval->method, "exact_binomial");
    EXPECT_NEAR(recall.interval->lower, 0.1941204, 1e-6); // binom.test(3, 4)
    EXPECT_NEAR(recall.interval->upper, 0.9936905, 1e-6);
    EXPECT_EQ(report.averages[0].name, "macro");
    EXPECT_TRUE(report.averages[0].measures[1].interval.exists());
}

TEST(PerClass, NeedsLabelsOfClasses)
{
    ScoredRows numbers;
    numbers.design.task = ScoreTask::regression;
    numbers.design.true_value = {1, 2};
    numbers.predicted.value = {1, 3};
    EXPECT_NE(test::message_of([&] {
                  score(numbers, {.per_class = true});
              }).find("the truth holds numbers; expected classes"),
              std::string::npos);
    ScoredRows scores;
    scores.design.classes = numbered(2);
    scores.design.positive = 1;
    scores.design.true_label = {0, 1};
    scores.predicted.one_score = true;
    scores.predicted.scores = {-1.0, 3.0};
    scores.predicted.probabilities = false;
    EXPECT_NE(test::message_of([&] { score(scores, {.per_class = true}); }).find("name a column of labels"),
              std::string::npos);
}

TEST(OrdinalKappas, AreThoseOfScikitLearn)
{
    std::size_t compared = 0;
    for (const auto& one : cases_of("ordinal")) {
        SCOPED_TRACE(one.title[1]);
        const auto report = score(labelled(one), {.measures = {Spec("linear_kappa"), Spec("qwk")}});
        for (std::size_t m = 0; m < 2; ++m)
            test::expect_close(report.measures[m].value, std::stod(one.lines.back()[1 + m]));
        ++compared;
    }
    EXPECT_EQ(compared, 6u);
}

// ---- calibration

ScoredRows with_probabilities(const Case& from)
{
    ScoredRows rows;
    rows.design.classes = numbered(2);
    rows.design.positive = 1;
    rows.predicted.one_score = true;
    for (const auto& line : from.lines) {
        if (line[0] != "row") continue;
        rows.design.true_label.push_back(static_cast<std::uint32_t>(std::stoul(line[1])));
        rows.predicted.scores.push_back(std::stod(line[2]));
        rows.design.weight.push_back(std::stod(line[3]));
        rows.design.cluster.push_back(static_cast<std::uint32_t>(std::stoul(line[4])));
    }
    for (std::size_t i = 0; i < rows.predicted.scores.size(); ++i)
        rows.predicted.label.push_back(rows.predicted.scores[i] >= 0.5 ? 1 : 0);
    const auto n_clusters =
        std::size_t{1} + *std::max_element(rows.design.cluster.begin(), rows.design.cluster.end());
    if (n_clusters == rows.size())
        rows.design.cluster.clear();
    else
        rows.design.clusters = numbered(n_clusters);
    if (std::all_of(rows.design.weight.begin(), rows.design.weight.end(), [](double w) { return w == 1.0; }))
        rows.design.weight.clear();
    return rows;
}

TEST(CalibrationLine, IsThatOfStatsmodelsWithItsRobustErrors)
{
    std::size_t compared = 0;
    for (const auto& one : cases_of("case")) {
        SCOPED_TRACE(one.title[1]);
        const auto rows = with_probabilities(one);
        const auto report =
            score(rows, {.measures = {Spec("calibration_slope"), Spec("calibration_intercept")},
                         .interval = "robust_t"});
        for (const auto& line : one.lines) {
            if (line[0] != "slope" && line[0] != "intercept") continue;
            const auto& figure = report.measures[line[0] == "slope" ? 0 : 1];
            ASSERT_TRUE(figure.value && figure.interval)
                << figure.value.reason().name << figure.interval.reason().name;
            EXPECT_NEAR(figure.value.number(), std::stod(line[1]), 1e-9);
            EXPECT_EQ(figure.interval->method, "robust_t");
            // statsmodels' error without a correction; ours is of G - 1 degrees of freedom.
            const auto g =
                static_cast<double>(rows.design.cluster.empty() ? rows.size() : rows.design.clusters.size());
            const double half =
                student_t_quantile(0.975, g - 1.0) * std::stod(line[2]) * std::sqrt(g / (g - 1.0));
            EXPECT_NEAR(figure.interval->upper, figure.value.number() + half, 1e-7 * (1.0 + half));
            EXPECT_NEAR(figure.interval->lower, figure.value.number() - half, 1e-7 * (1.0 + half));
            ++compared;
        }
    }
    EXPECT_EQ(compared, 20u);
}

TEST(BrierParts, AreMurphysAndAddUpForEachProbability)
{
    std::size_t compared = 0;
    for (const auto& one : cases_of("case")) {
        SCOPED_TRACE(one.title[1]);
        const auto rows = with_probabilities(one);
        for (const auto& line : one.lines) {
            if (line[0] != "part") continue;
            const auto by = ":bins=" + line[1];
            const auto report =
                score(rows, {.measures = {Spec::parse("brier_reliability" + by),
                                          Spec::parse("brier_resolution" + by),
                                          Spec::parse("brier_uncertainty" + by), Spec("brier")}});
            for (std::size_t m = 0; m < 3; ++m) {
                test::expect_close(report.measures[m].value, std::stod(line[2 + m]));
                EXPECT_FALSE(
                    report.measures[0].interval.exists()); // bootstrap samples would make it too large
            }
            if (line[1] == "0") {
                EXPECT_NEAR(report.measures[0].value.number() - report.measures[1].value.number() +
                                report.measures[2].value.number(),
                            report.measures[3].value.number(), 1e-12);
            }
            ++compared;
        }
    }
    EXPECT_EQ(compared, 30u);
}

TEST(CalibrationLine, DoesNotExistWhereACutSeparatesTheClassesOrScoresAreEqual)
{
    ScoredRows rows;
    rows.design.classes = numbered(2);
    rows.design.positive = 1;
    rows.predicted.one_score = true;
    const auto reasons = [&](std::vector<std::uint32_t> truth, std::vector<double> scores) {
        rows.design.true_label = truth;
        rows.predicted.label = truth;
        rows.predicted.scores = scores;
        const auto report =
            score(rows, {.measures = {Spec("calibration_slope"), Spec("calibration_intercept")}});
        std::vector<std::string> all;
        for (const auto& figure : report.measures)
            all.push_back(figure.value ? "" : std::string(figure.value.reason()));
        return all;
    };
    using Reasons = std::vector<std::string>;
    EXPECT_EQ(reasons({0, 0, 1, 1}, {.1, .2, .3, .4}), (Reasons{"infinite", ""}));
    EXPECT_EQ(reasons({1, 1, 0, 0}, {.1, .2, .3, .4}), (Reasons{"infinite", ""}));
    EXPECT_EQ(reasons({0, 0, 1, 1}, {.1, .2, .2, .4}), (Reasons{"infinite", ""})); // a tie at the cut
    EXPECT_EQ(reasons({0, 1, 1, 0}, {.3, .3, .3, .3}), (Reasons{"constant_scores", ""}));
    EXPECT_EQ(reasons({1, 1, 1, 1}, {.1, .2, .3, .4}), (Reasons{"one_class", "one_class"}));
    EXPECT_EQ(reasons({0, 1, 0, 1}, {0.0, 1.0, 1.0, 0.0}),
              (Reasons{"", ""})); // certain, and wrong half of the time
}

// ---- gaps

/// Rows of subgroups with given numbers of rows and errors.
ScoredRows grouped(const std::vector<std::pair<int, int>>& subgroups)
{
    ScoredRows rows;
    rows.design.classes = numbered(2);
    rows.design.positive = 1;
    std::vector<std::string> names;
    for (std::size_t g = 0; g < subgroups.size(); ++g) {
        names.push_back("g" + std::to_string(g));
        for (int i = 0; i < subgroups[g].first; ++i) {
            rows.design.true_label.push_back(static_cast<std::uint32_t>(i % 2));
            rows.predicted.label.push_back(
                static_cast<std::uint32_t>((i % 2) ^ (i < subgroups[g].second ? 1 : 0)));
            rows.design.subgroup.push_back(static_cast<std::uint32_t>(g));
        }
    }
    rows.design.subgroups = Labels(names);
    return rows;
}

TEST(Gaps, AddTheSquaredDistancesToTheLimits)
{
    const auto report = score(grouped({{40, 10}, {60, 6}}), {.measures = {Spec("error_rate")}});
    const auto& a = report.subgroups[0].measures[0];
    const auto& b = report.subgroups[1].measures[0]; // the rest of the first subgroup
    test::expect_close(a.gap->value, 0.25 - 0.1);
    const double below = std::hypot(0.25 - a.interval->lower, b.interval->upper - 0.1);
    const double above = std::hypot(a.interval->upper - 0.25, 0.1 - b.interval->lower);
    EXPECT_NEAR(a.gap->interval->lower, 0.15 - below, 1e-15);
    EXPECT_NEAR(a.gap->interval->upper, 0.15 + above, 1e-15);
    EXPECT_NEAR(b.gap->interval->lower, -a.gap->interval->upper, 1e-15);
    EXPECT_EQ(a.gap->p_value, b.gap->p_value);
    EXPECT_EQ(a.gap->p_value_adjusted, a.gap->p_value); // two subgroups: one comparison
    EXPECT_FALSE(report.measures[0].gap.has_value());
}

TEST(Gaps, HaveAPValueOfOneMinusTheLevelWhereTheIntervalEndsAtZero)
{
    const auto rows = grouped({{40, 10}, {60, 6}});
    double low = 0.5;
    double high = 0.999;
    for (int i = 0; i < 60; ++i) { // the level at which 0 is a limit
        const double level = (low + high) / 2;
        const auto report = score(rows, {.measures = {Spec("error_rate")}, .level = Level(level)});
        (report.subgroups[0].measures[0].gap->interval->lower > 0.0 ? low : high) = level;
    }
    const auto report = score(rows, {.measures = {Spec("error_rate")}, .level = Level(low)});
    EXPECT_NEAR(report.subgroups[0].measures[0].gap->p_value.number(), 1.0 - low, 1e-6);
}

TEST(Gaps, AreAdjustedForTheNumberOfGroups)
{
    const auto report = score(grouped({{50, 5}, {50, 10}, {50, 25}}), {.measures = {Spec("error_rate")}});
    std::vector<double> p;
    std::vector<double> adjusted;
    for (const auto& subgroup : report.subgroups) {
        p.push_back(subgroup.measures[0].gap->p_value.number());
        adjusted.push_back(subgroup.measures[0].gap->p_value_adjusted.number());
    }
    const auto least = static_cast<std::size_t>(std::min_element(p.begin(), p.end()) - p.begin());
    EXPECT_EQ(least, 2u);
    EXPECT_NEAR(adjusted[least], 3.0 * p[least], 1e-15);
    for (std::size_t g = 0; g < 3; ++g) EXPECT_GE(adjusted[g], p[g]);
}

TEST(Gaps, OfGroupsThatShareClustersHaveLimitsForSharesOfRowsOnly)
{
    auto rows = grouped({{20, 5}, {20, 2}});
    for (std::uint32_t i = 0; i < 40; ++i) rows.design.cluster.push_back(i % 10);
    rows.design.clusters = numbered(10);
    const auto shared = score(rows, {.measures = {Spec("error_rate"), Spec("f1")}});
    const auto& share = *shared.subgroups[0].measures[0].gap;
    EXPECT_EQ(share.interval->method, "mover_r");
    EXPECT_TRUE(share.p_value);
    EXPECT_NEAR(share.interval->lower, -shared.subgroups[1].measures[0].gap->interval->upper, 1e-12);
    const auto& other = *shared.subgroups[0].measures[1].gap;
    EXPECT_EQ(other.interval.reason(), reasons::shared_clusters);
    EXPECT_FALSE(other.p_value);
    for (std::uint32_t i = 0; i < 40; ++i) rows.design.cluster[i] = i / 4;
    EXPECT_TRUE(
        score(rows, {.measures = {Spec("error_rate")}}).subgroups[0].measures[0].gap->interval.exists());
}

TEST(Gaps, OfGroupsThatAreAlikeAreFoundAtMostAsOftenAsTheLevelSays)
{
    int rejected = 0;
    int covered = 0;
    constexpr int worlds = 2000;
    Stream stream(1, Purpose::generation, 77);
    for (int w = 0; w < worlds; ++w) {
        int errors[2] = {0, 0};
        for (int i = 0; i < 60; ++i) errors[0] += stream.uniform() < 0.2;
        for (int i = 0; i < 140; ++i) errors[1] += stream.uniform() < 0.2;
        const auto report =
            score(grouped({{60, errors[0]}, {140, errors[1]}}), {.measures = {Spec("error_rate")}});
        const auto& gap = *report.subgroups[0].measures[0].gap;
        rejected += gap.p_value.number() < 0.05;
        covered += gap.interval->lower <= 0.0 && 0.0 <= gap.interval->upper;
    }
    EXPECT_LE(rejected, 0.055 * worlds);
    EXPECT_EQ(covered + rejected, worlds); // the p-value and the interval say the same
}

} // namespace
} // namespace unseen
