// Few human labels and a judge: numbers of another program, and laws.
#include "unseen/interval/judge_beta.hpp"

#include "stats/beta_limits.hpp"
#include "support/oracle.hpp"

#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace unseen {
namespace {

constexpr auto population = ItemsAbout::population;
const Level gate = Level::of_each_side(0.95);

using test::number;
using test::numbers;
using test::parts;

std::vector<Stratum> strata_of(const std::string& labelled, const std::string& sum,
                               const std::string& squares, const std::string& rows)
{
    std::vector<Stratum> strata;
    for (std::size_t h = 0; h < numbers(rows).size(); ++h)
        strata.push_back({numbers(rows)[h], numbers(labelled)[h], numbers(sum)[h], numbers(squares)[h]});
    return strata;
}

/// Items whose judge numbers the strata; the labelled ones come first.
struct Items {
    JudgedItems items;
    std::vector<double> values;
};

Items items_of(const std::string& values_of_strata, const std::string& rows)
{
    Items all;
    const auto strata = parts(values_of_strata, ';');
    for (std::size_t h = 0; h < strata.size(); ++h)
        for (const double x : numbers(strata[h])) {
            all.values.push_back(x);
            all.items.judge.push_back(static_cast<double>(h));
        }
    for (std::size_t h = 0; h < strata.size(); ++h)
        all.items.judge.insert(all.items.judge.end(),
                               static_cast<std::size_t>(numbers(rows)[h]) - numbers(strata[h]).size(),
                               static_cast<double>(h));
    return all;
}

void expect_limits(const Limits& found, const std::string& lower, const std::string& upper)
{
    if (lower == "-") return;
    EXPECT_NEAR(found.lower, number(lower), 1e-9);
    EXPECT_NEAR(found.upper, number(upper), 1e-9);
}

void check_labels(const std::vector<std::string>& row)
{
    const auto strata = strata_of(row[1], row[2], row[3], row[4]);
    const auto found = judge_estimate(strata, population);
    EXPECT_NEAR(found.mean, number(row[5]), 1e-12);
    EXPECT_NEAR(found.variance, number(row[6]), 1e-12);
    EXPECT_NEAR(found.effective, number(row[7]), 1e-9 * found.effective);
    expect_limits(judge_limits(found, Level(0.95)), row[8], row[9]);
    const auto finite = judge_estimate(strata, ItemsAbout::finite);
    EXPECT_NEAR(finite.variance, number(row[10]), 1e-12);
    if (row[11] != "-") { EXPECT_NEAR(finite.effective, number(row[11]), 1e-9 * finite.effective); }
    expect_limits(judge_limits(finite, Level(0.95)), row[12], row[13]);
    const auto alone = judge_estimate(std::vector{one_stratum(strata)}, population);
    EXPECT_NEAR(alone.effective, one_stratum(strata).labelled, 1e-9); // 0/1 values
    expect_limits(judge_limits(alone, Level(0.95)), row[14], row[15]);
    expect_limits(judge_limits(found, gate), row[16], row[17]);
}

void check_values(const std::vector<std::string>& row, double low, double high, std::size_t at)
{
    const auto given = items_of(row[at], row[at + 1]);
    const auto strata = parts(row[at], ';').size();
    auto found = *judged_mean(given.items, given.values, low, high);
    if (found.strata.size() < strata) { // so few labels that the rule takes fewer strata than the table
        std::vector<Stratum> all(strata);
        for (std::size_t i = 0; i < given.items.size(); ++i) {
            auto& s = all[static_cast<std::size_t>(given.items.judge[i])];
            s.rows += 1.0;
            if (i >= given.values.size()) continue;
            const double x = (given.values[i] - low) / (high - low);
            s.labelled += 1.0;
            s.sum += x;
            s.squares += x * x;
        }
        found.estimate = judge_estimate(all, population);
    }
    const bool scores = row[0] == "scores";
    at += 2;
    EXPECT_NEAR(found.value(), number(row[at++]), 1e-12);
    if (scores) { EXPECT_NEAR(found.estimate.effective, number(row[at++]), 1e-9 * found.estimate.effective); }
    expect_limits(found.limits(found.estimate, Level(0.95)), row[at], row[at + 1]);
    expect_limits(found.limits(found.alone, Level(0.95)), row[at + 2], row[at + 3]);
    at += 4;
    if (scores) { EXPECT_NEAR(found.alone.effective, number(row[at++]), 1e-9 * found.alone.effective); }
    EXPECT_NEAR(found.help(), number(row[at]), 1e-9);
}

void check_plan(const std::vector<std::string>& row)
{
    const auto found = judge_estimate(strata_of(row[1], row[2], row[2], row[3]), population);
    const auto labels = judge_labels_for(found, number(row[4]), Level(0.95));
    if (row[5] == "-")
        EXPECT_TRUE(labels.lacks(reasons::width_never_reached));
    else
        EXPECT_EQ(labels.number(), number(row[5]));
    EXPECT_NEAR(judge_width(found, found.rows, Level(0.95)), number(row[6]), 1e-9);
}

void check_strata(const std::vector<std::string>& row)
{
    const JudgedItems items{.judge = numbers(row[3])};
    const auto found = judge_strata(items, static_cast<std::size_t>(number(row[1])),
                                    static_cast<std::uint32_t>(number(row[2])));
    const auto expected = numbers(row[4]);
    EXPECT_TRUE(std::ranges::equal(found.of_item, expected));
}

void check_clusters(const std::vector<std::string>& row)
{
    JudgedItems items{.judge = numbers(row[2])};
    for (const double g : numbers(row[1])) items.cluster.push_back(static_cast<std::uint32_t>(g));
    const auto found = *judged_mean(items, numbers(row[3]), 0.0, 1.0);
    EXPECT_NEAR(found.value(), number(row[4]), 1e-12);
    EXPECT_NEAR(found.estimate.clusters->design, number(row[5]), 1e-9);
    EXPECT_NEAR(found.estimate.clusters->df, number(row[6]), 1e-9);
    EXPECT_NEAR(found.estimate.effective_at(0.05), number(row[7]), 1e-9);
    expect_limits(found.limits(found.estimate, Level(0.95)), row[8], row[9]);
    EXPECT_NEAR(found.alone.effective_at(0.05), number(row[10]), 1e-9);
    expect_limits(found.limits(found.alone, Level(0.95)), row[11], row[12]);
    EXPECT_NEAR(found.help(), number(row[13]), 1e-9);
    expect_limits(found.limits(found.estimate, gate), row[14], row[15]);
}

TEST(JudgeBeta, AgreesWithAnotherProgram)
{
    std::set<std::string> kinds;
    for (const auto& row : test::oracle_table("judge.txt")) {
        kinds.insert(row[0]);
        SCOPED_TRACE(row[0] + ' ' + row[1] + ' ' + row[2] + ' ' + row[3]);
        if (row[0] == "labels") check_labels(row);
        if (row[0] == "scores") check_values(row, number(row[1]), number(row[2]), 3);
        if (row[0] == "models") check_values(row, -1.0, 1.0, 1);
        if (row[0] == "plan") check_plan(row);
        if (row[0] == "strata") check_strata(row);
        if (row[0] == "clusters") check_clusters(row);
    }
    EXPECT_EQ(kinds.size(), 6u);
}

/// 60 values from 1 to 5 and a judge of 400 items that knows something of them.
Items some_items(std::uint64_t seed)
{
    Items all;
    Stream stream(seed, Purpose::generation);
    for (std::size_t i = 0; i < 400; ++i) {
        const double value = 1.0 + static_cast<double>(stream.below(5));
        if (i < 60) all.values.push_back(value);
        all.items.judge.push_back(value + static_cast<double>(stream.below(300)) / 100.0);
    }
    return all;
}

// Neither the order of the labelled items nor that of the others matters.
TEST(JudgeBeta, DoesNotDependOnTheOrderOfItems)
{
    const auto given = some_items(3);
    const auto first = *judged_mean(given.items, given.values, 1.0, 5.0);
    auto turned = given;
    std::ranges::reverse(turned.values);
    std::reverse(turned.items.judge.begin(), turned.items.judge.begin() + 60);
    std::reverse(turned.items.judge.begin() + 60, turned.items.judge.end());
    const auto second = *judged_mean(turned.items, turned.values, 1.0, 5.0);
    EXPECT_EQ(first.estimate.mean, second.estimate.mean);
    EXPECT_EQ(first.estimate.variance, second.estimate.variance);
    EXPECT_EQ(*p_of_random_labels(given.items, 60, 1), *p_of_random_labels(turned.items, 60, 1));
}

// A judge that is always the same, and labels of all items, say no more than the labels alone.
TEST(JudgeBeta, IsLabelsAloneWhereTheJudgeAddsNothing)
{
    auto given = some_items(4);
    given.items.judge.assign(400, 1.0);
    const auto constant = *judged_mean(given.items, given.values, 1.0, 5.0);
    EXPECT_EQ(constant.strata.size(), 1u);
    EXPECT_EQ(constant.help(), 1.0);
    EXPECT_EQ(p_of_random_labels(given.items, 60, 1), std::nullopt);
    const std::vector<Stratum> all{{40, 40, 11, 11}, {160, 160, 150, 150}};
    const auto labelled = judge_estimate(all, population);
    EXPECT_NEAR(labelled.effective, 200.0, 1e-9);
    const auto beta = beta_limits(161, 200, 1.0 / 3.0, 0.05);
    EXPECT_NEAR(judge_limits(labelled, Level(0.95)).lower, beta.lower, 1e-9);
    EXPECT_NEAR(judge_limits(labelled, Level(0.95)).upper, beta.upper, 1e-9);
}

// Turned round, the values and the strata turn their limits; the p-value inverts them.
TEST(JudgeBeta, LimitsInvertThePValue)
{
    for (const double d : {0.0, 1.0 / 3.0}) {
        auto found = judge_estimate(strata_of("30,70", "5,66", "5,66", "1500,3500"), population);
        for (const bool clusters : {false, true}) {
            if (clusters) found.clusters = ClusterEffect{.design = 1.3, .df = 6.5};
            const auto limits = judge_limits(found, d, 0.05);
            EXPECT_NEAR(judge_p_above(found, limits.lower, d), 0.025, 1e-9);
            EXPECT_GT(judge_p_above(found, 0.9, d), 0.5);
            EXPECT_EQ(judge_p_above(found, 0.0, d), 1.0);
        }
        const auto turned = judge_estimate(strata_of("30,70", "25,4", "25,4", "1500,3500"), population);
        const auto plain = judge_estimate(strata_of("30,70", "5,66", "5,66", "1500,3500"), population);
        EXPECT_NEAR(judge_limits(turned, d, 0.05).lower, 1.0 - judge_limits(plain, d, 0.05).upper, 1e-12);
    }
}

// Labels without an order: the two with the fewest are merged, until each has two and there are at most H.
TEST(JudgeBeta, LabelsWithoutAnOrderAreMergedByTheirCounts)
{
    JudgedItems items{.judge = {0, 0, 0, 1, 2, 2, 3, 3, 0, 1, 2, 3, 4},
                      .labels = Labels({"a", "b", "c", "d", "e"})};
    // Labels: three of a, one of b, two of c, two of d, none of e. e joins b, both then c, until there are
    // two.
    const auto strata = judge_strata(items, 8);
    EXPECT_EQ(strata.count, 2u);
    EXPECT_EQ(strata.of_item, (std::vector<std::uint32_t>{0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 0, 1}));
    items.labelled_by_judge = true;
    EXPECT_EQ(judge_strata(items, 8).count, 5u);
    const std::vector<double> values(8, 1.0);
    EXPECT_TRUE(judged_mean(items, values, 0.0, 1.0).lacks(reasons::unlabelled_stratum));
}

// Fisher's exact test, R: fisher.test(matrix(c(1, 9, 11, 3), 2))$p.value = 0.002759456; permutations near it.
TEST(JudgeBeta, LabelsThatSomebodyChoseAreFound)
{
    JudgedItems items;
    const auto add = [&](int n, double judge) {
        items.judge.insert(items.judge.end(), static_cast<std::size_t>(n), judge);
    };
    add(1, 1.0), add(9, 0.0), add(11, 1.0), add(3, 0.0);
    EXPECT_NEAR(*p_of_random_labels(items, 10, 1), 0.002759456185220083, 1e-12);
    items.judge.back() = 0.5; // a third number: ranks
    EXPECT_LT(*p_of_random_labels(items, 10, 1), 0.01);
    items.labels = Labels({"a", "b", "c"});
    items.judge.back() = 2.0; // a third label: chi-squared
    EXPECT_LT(*p_of_random_labels(items, 10, 1), 0.02);
    for (std::uint32_t i = 0; i < items.size(); ++i) items.cluster.push_back(i);
    const double each = *p_of_random_labels(items, 10, 1);
    items.cluster.clear();
    EXPECT_EQ(each, *p_of_random_labels(items, 10, 1)); // clusters of one item
    EXPECT_EQ(p_of_random_labels(items, items.size(), 1), std::nullopt);
}

// The p-value of random draws is at most .05 in about a twentieth of them.
TEST(JudgeBeta, RandomLabelsAreSeldomSuspected)
{
    int suspected = 0;
    for (std::uint64_t r = 0; r < 400; ++r) {
        JudgedItems items;
        Stream stream(9, Purpose::generation, r);
        for (int i = 0; i < 120; ++i)
            items.judge.push_back(static_cast<double>(stream.below(r % 2 == 0 ? 2 : 7)));
        suspected += *p_of_random_labels(items, 30, r) <= 0.05 ? 1 : 0;
    }
    EXPECT_GT(suspected, 2);
    EXPECT_LT(suspected, 38); // 20 and 4 standard errors
}

} // namespace
} // namespace unseen
