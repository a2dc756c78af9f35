// The verdicts of comparisons: who leads, which tests decide, and the laws of exchanged names.
#include "unseen/compare/verdict.hpp"

#include "unseen/compare/counts.hpp"
#include "unseen/compare/results.hpp"
#include "unseen/compare/splits.hpp"

#include "compare/figures.hpp"

#include <gtest/gtest.h>

namespace {

using namespace unseen;
using namespace unseen::compare;

using test::level;

/// Eight data sets on which A is best, B second and C last, by errors.
Results eight()
{
    Results results{.learners = {"A", "B", "C"}};
    for (int i = 0; i < 8; ++i) {
        results.data_sets.push_back("d" + std::to_string(i));
        results.scores.push_back({0.10 + 0.01 * i, 0.11 + 0.013 * i, 0.3 + 0.02 * i});
    }
    return results;
}

TEST(VerdictOfCounts, IsMirroredByExchangedModels)
{
    const auto one = verdict_of(compare_counts({10, 100}, {30, 100}, level));
    const auto other = verdict_of(compare_counts({30, 100}, {10, 100}, level));
    EXPECT_EQ(one.leaders, std::vector<std::string>{"A"});
    EXPECT_EQ(other.leaders, std::vector<std::string>{"B"});
    EXPECT_EQ(one.state, VerdictState::shown);
    EXPECT_EQ(other.state, VerdictState::shown);
    EXPECT_EQ(one.relations[0].difference, other.relations[0].difference); // both are of the leader
    EXPECT_EQ(one.relations[0].p_value, other.relations[0].p_value);
    EXPECT_EQ(one.relations[0].interval->lower, other.relations[0].interval->lower);
}

TEST(VerdictOfCounts, NeedsNoRowsToSayWhoIsRightMoreOften)
{
    EXPECT_EQ(verdict_of(compare_discordant({.only_a = 1, .only_b = 8}, level)).leaders,
              std::vector<std::string>{"B"});
    const auto even = verdict_of(compare_discordant({.only_a = 4, .only_b = 4}, level));
    EXPECT_EQ(even.leaders, (std::vector<std::string>{"A", "B"}));
    EXPECT_EQ(even.state, VerdictState::not_shown);
}

TEST(VerdictOfCounts, IsUndecidedWhereTestAndIntervalDisagree)
{
    const auto answer = compare_discordant({5, 0, 100}, level);
    auto doubtful = answer;
    for (auto& test : doubtful.comparisons) test.p_value = 0.01;
    EXPECT_EQ(verdict_of(answer).state, VerdictState::not_shown);
    EXPECT_EQ(verdict_of(doubtful).state, VerdictState::undecided);
}

TEST(VerdictOfSplits, FollowsTheDirectionOfTheScores)
{
    const std::vector<double> a{.9, .8, .85, .88, .91}, b{.7, .61, .64, .69, .68};
    const SplitDesign design{.train_rows = 80, .test_rows = 20};
    const auto higher = verdict_of(compare_splits({a, b, Direction::higher_is_better}, design, level));
    const auto lower = verdict_of(compare_splits({a, b, Direction::lower_is_better}, design, level));
    EXPECT_EQ(higher.leaders, std::vector<std::string>{"A"});
    EXPECT_EQ(lower.leaders, std::vector<std::string>{"B"});
    EXPECT_EQ(higher.state, VerdictState::shown);
    EXPECT_EQ(lower.state, VerdictState::shown);
}

TEST(VerdictOfResults, LetsTheControlsTestDecide)
{
    const auto answer = compare_results(eight(), {.control = "C"});
    const auto verdict = verdict_of(answer);
    EXPECT_EQ(verdict.leaders, std::vector<std::string>{"C"});
    EXPECT_TRUE(verdict.given);
    ASSERT_EQ(verdict.relations.size(), 2U);
    for (const auto& relation : verdict.relations) {
        EXPECT_EQ(relation.test, "holm_control");
        EXPECT_EQ(relation.a, "C");
    }
    EXPECT_EQ(verdict.relations[0].state, VerdictState::refuted); // against A
    EXPECT_TRUE(answer.groups.empty()) << "groups are of the test of all pairs";
    for (const auto& test : answer.comparisons) EXPECT_EQ(test.primary, test.test == "holm_control");
}

TEST(VerdictOfResults, LooksAtPairsOnlyIfTheRanksDiffer)
{
    const auto verdict = verdict_of(compare_results(eight(), {}));
    EXPECT_EQ(verdict.leaders, std::vector<std::string>{"A"});
    ASSERT_EQ(verdict.relations.size(), 4U); // all at once, and three pairs
    EXPECT_TRUE(verdict.relations[0].a.empty());
    EXPECT_EQ(verdict.relations[0].state, VerdictState::shown);
    EXPECT_EQ(verdict.relations[2].test, "nemenyi");
    auto equal = eight();
    for (std::size_t i = 0; i < equal.scores.size(); ++i)
        std::rotate(equal.scores[i].begin(), equal.scores[i].begin() + i % 3, equal.scores[i].end());
    for (const auto& relation : verdict_of(compare_results(equal, {})).relations)
        EXPECT_EQ(relation.state, VerdictState::not_shown);
}

TEST(VerdictOfResults, IsThatOfWilcoxonForTwoLearners)
{
    auto two = eight();
    two.learners.resize(2);
    for (auto& row : two.scores) row.resize(2);
    const auto verdict = verdict_of(compare_results(two, {}));
    ASSERT_EQ(verdict.relations.size(), 1U);
    EXPECT_EQ(verdict.relations[0].test, "wilcoxon_holm");
    EXPECT_EQ(verdict.state, VerdictState::shown);
}

} // namespace
