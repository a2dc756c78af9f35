// Wins and losses by the corrected t on every data set: METHODS I.16's worked table, the Bayesian signed-rank
// test beside baycomp's posterior, and laws.
#include "unseen/compare/split_results.hpp"

#include "unseen/base/error.hpp"

#include "support/messages.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace unseen;
using namespace unseen::compare;

SplitResults worked_example()
{
    return {.data_sets = {"D1", "D2", "D3", "D4"},
            .learners = {"A", "B", "C"},
            .values = {{{79.32, 77.18, 82.06, 80.46, 80.74, 78.53, 79.36, 71.98, 80.28, 82.31},
                        {83.91, 83.7, 79.21, 85.0, 81.6, 83.66, 83.84, 80.76, 84.38, 79.99},
                        {77.2, 80.74, 82.6, 82.12, 78.38, 79.86, 78.08, 77.05, 80.27, 79.73}},
                       {{70.56, 71.29, 69.77, 74.69, 69.86, 68.09, 70.87, 66.83, 69.13, 67.17},
                        {66.45, 67.89, 65.15, 64.84, 65.17, 66.25, 66.75, 64.89, 65.52, 64.17},
                        {73.81, 73.99, 72.18, 72.98, 73.91, 74.41, 71.79, 71.83, 74.97, 73.58}},
                       {{87.06, 89.61, 92.18, 92.62, 89.8, 91.53, 90.59, 91.85, 89.9, 90.16},
                        {92.71, 93.5, 90.34, 92.76, 92.13, 91.59, 91.96, 89.25, 88.71, 93.53},
                        {87.06, 89.61, 92.18, 92.62, 89.8, 91.53, 90.59, 91.85, 89.9, 90.16}},
                       {{60.34, 60.17, 55.5, 58.4, 60.85, 60.18, 62.9, 63.31, 57.71, 60.88},
                        {56.62, 58.36, 59.03, 59.9, 60.09, 63.22, 61.36, 61.44, 60.02, 57.67},
                        {50.12, 51.16, 55.59, 53.15, 49.42, 52.31, 53.97, 52.59, 53.0, 53.51}}},
            .test_train_ratio = 1.0 / 9.0,
            .direction = Direction::higher_is_better};
}

const SplitTest& test_of(const Answer& answer, const std::string& set, const std::string& a,
                         const std::string& b)
{
    for (const auto& test : answer.split_tests)
        if (test.data_set == set && test.a == a && test.b == b) return test;
    throw std::logic_error("no such test");
}

TEST(SplitTests, MatchTheWorkedTable)
{
    Answer answer;
    add_split_tests(answer, worked_example(), Level(0.95));
    // The reference values are those of B against A.
    const double b_against_a[] = {1.981429383677573, -3.9908416580142703, .9067970335610224,
                                  -.20892977187758416};
    const double p[] = {0.07887788350750191, 0.0031537212080806802, 0.3881476361682006, 0.839155273116457};
    for (int i = 0; i < 4; ++i) {
        const auto& test = test_of(answer, "D" + std::to_string(i + 1), "A", "B");
        EXPECT_NEAR(test.statistic.number(), -b_against_a[i], 1e-10);
        EXPECT_NEAR(test.p_value.number(), p[i], 1e-10);
        EXPECT_EQ(test.better, i == 1 ? "A" : "");
    }
    EXPECT_EQ(test_of(answer, "D3", "A", "C").p_value, Value(1.0)); // no difference anywhere
    EXPECT_EQ(answer.split_wins,
              (std::vector<WinTieLoss>{{"A", "B", 1, 3, 0}, {"A", "C", 1, 2, 1}, {"B", "C", 2, 1, 1}}));
}

TEST(SplitTests, PointTheOtherWayForLosses)
{
    auto losses = worked_example();
    losses.direction = Direction::lower_is_better;
    Answer answer;
    add_split_tests(answer, losses, Level(0.95));
    EXPECT_EQ(answer.split_wins[0], (WinTieLoss{"A", "B", 0, 3, 1}));
}

TEST(SplitTests, HaveNoWinnerWhereTheDifferenceIsTheSameOnEachSplit)
{
    const auto p = [](std::size_t splits) {
        Answer answer;
        add_split_tests(answer,
                        {.data_sets = {"D"},
                         .learners = {"A", "B"},
                         .values = {{std::vector<double>(splits, 0.5), std::vector<double>(splits, 0.25)}},
                         .test_train_ratio = 0.25},
                        Level(0.95));
        return answer.split_tests.at(0);
    };
    // An infinite t would be a win with p = 0, and signs of dependent splits win too often.
    for (const std::size_t splits : {5U, 10U}) {
        EXPECT_TRUE(p(splits).p_value.lacks(reasons::zero_variance));
        EXPECT_EQ(p(splits).better, "");
    }
}

TEST(OneDataSet, IsComparedByItsSplits)
{
    auto one = worked_example();
    one.data_sets.resize(1);
    one.values.resize(1);
    const auto answer = compare_learners(one, {});
    ASSERT_EQ(answer.comparisons.size(), 3u);
    std::vector<double> p;
    for (const auto& test : answer.comparisons) {
        EXPECT_EQ(test.test, "corrected_t");
        EXPECT_TRUE(test.primary);
        EXPECT_NEAR(test.interval->level.value(), 1.0 - 0.05 / 3, 1e-15);
        EXPECT_EQ(test.holm->value(), 0.95);
        p.push_back(test.p_value.number());
    }
    EXPECT_NEAR(p[0], 0.07887788350750191, 1e-10);
    EXPECT_EQ(holm(p)[0], answer.comparisons[0].p_value_adjusted.number());
    // The verdict names the leader, although it is not shown to be better than all others, and those that it
    // does not beat.
    const auto verdict = verdict_of(answer);
    ASSERT_EQ(verdict.leaders.size(), 1U);
    EXPECT_EQ(verdict.state, VerdictState::not_shown);
    EXPECT_NE(test::said(answer).find("It is not shown to be better than "), std::string::npos)
        << test::said(answer);
    EXPECT_EQ(compare_learners(one, {.control = "B"}).comparisons.size(), 2u);
    EXPECT_THROW(compare_learners(one, {.control = "E"}), InputError);
    one.learners.resize(2);
    EXPECT_FALSE(compare_learners(one, {}).comparisons.at(0).p_value_adjusted.exists());
    one.values[0][1].clear();
    EXPECT_THROW(compare_learners(one, {}), InputError);
    EXPECT_THROW(compare_learners(worked_example(), {}), InputError);
}

TEST(OneDataSet, NamesAllThatShareTheBestMean)
{
    // A and B have the same mean, 0.2, from different figures: the sum of the differences is 0 except for
    // rounding.
    const std::vector<double> a = {.1, .2, .3, .2}, b = {.3, .1, .2, .2}, c = {.4, .5, .4, .6};
    const auto answer = compare_learners({.data_sets = {"D"},
                                          .learners = {"A", "B", "C"},
                                          .values = {{a, b, c}},
                                          .test_train_ratio = 1.0 / 3,
                                          .direction = Direction::lower_is_better},
                                         {});
    EXPECT_EQ(test::said(answer).find("A and B have the same lowest mean score, "), 0U) << test::said(answer);
}

TEST(OneDataSet, CountsAPairWithoutAPValue)
{
    // A and B differ by the same amount on each split: nothing is shown about them, and they still count as
    // one of three comparisons.
    const std::vector<double> a(10, 0.5), b(10, 0.25), c = {.1, .3, .2, .4, .1, .2, .3, .2, .1, .3};
    const auto answer = compare_learners(
        {.data_sets = {"D"}, .learners = {"A", "B", "C"}, .values = {{a, b, c}}, .test_train_ratio = 1.0 / 9},
        {});
    const auto& flat = answer.comparisons.at(0);
    EXPECT_EQ(flat.test, "corrected_t");
    EXPECT_TRUE(flat.p_value.lacks(reasons::zero_variance));
    EXPECT_EQ(test::said(answer).find("It is shown to be better than A"), std::string::npos)
        << test::said(answer);
    const auto& lowest = answer.comparisons.at(2);
    EXPECT_NEAR(lowest.p_value_adjusted.number(), std::min(1.0, 3 * lowest.p_value.number()), 1e-15);
}

TEST(SplitTests, LeaveOutWhatLacksALearnerAndRefuseUnequalSplits)
{
    auto some = worked_example();
    some.values[1][2].clear();
    Answer answer;
    add_split_tests(answer, some, Level(0.95));
    EXPECT_EQ(answer.split_tests.size(), 9u);
    EXPECT_EQ(means_of(some).scores[1][2], std::nullopt);
    EXPECT_NEAR(*means_of(some).scores[0][0], 79.222, 1e-12);
    some.values[0][1].pop_back();
    EXPECT_EQ(test::message_of([&] { add_split_tests(answer, some, Level(0.95)); }),
              "data set 'D1': A has 10 splits, B has 9; expected the same splits");
}

// ---- Bayesian signed ranks

const std::vector<double> differences_of_e4 = {.02, .035, -.01, .05, .015, .03, 0, .045, .01, .025};
const std::vector<double> zeros(10, 0.0);

TEST(BayesSignedRank, AgreesWithAMillionDrawsOfAnotherProgram)
{
    const PairedScores scores{differences_of_e4, zeros, Direction::higher_is_better};
    const auto result = bayes_signed_rank(scores, 0.01, 1, 20000);
    const double error = result.figures[1].value.number();
    EXPECT_NEAR(result.posterior->right, 0.946587, 3.0 * std::sqrt(error * error + 0.0002 * 0.0002));
    EXPECT_NEAR(result.posterior->rope, 0.053413, 3.0 * std::sqrt(error * error + 0.0002 * 0.0002));
    EXPECT_NEAR(error, std::sqrt(0.946587 * 0.053413 / 20000), 1e-4);
}

TEST(BayesSignedRank, IsMirroredExactlyBySwapping)
{
    const auto one = bayes_signed_rank({differences_of_e4, zeros}, 0.002, 3, 20000);
    const auto other = bayes_signed_rank({zeros, differences_of_e4}, 0.002, 3, 20000);
    EXPECT_EQ(one.posterior->left, other.posterior->right);
    EXPECT_EQ(one.posterior->right, other.posterior->left);
    EXPECT_EQ(one.posterior->rope, other.posterior->rope);
    EXPECT_NE(one.posterior,
              bayes_signed_rank({differences_of_e4, zeros}, 0.002, 4, 20000).posterior); // another seed
}

TEST(BayesSignedRank, OfEqualScoresLiesOnTheRope)
{
    const auto result = bayes_signed_rank({zeros, zeros}, 0.01, 1, 20000);
    EXPECT_EQ(result.posterior->rope, 1.0);
    EXPECT_EQ(result.figures[1].value, Value(0.0));
}

TEST(CompareResults, OfTwoLearnersHasWilcoxonAsPrimary)
{
    Results two{.learners = {"A", "B"}, .direction = Direction::higher_is_better};
    for (std::size_t i = 0; i < 10; ++i) {
        two.data_sets.push_back("D" + std::to_string(i));
        two.scores.push_back({differences_of_e4[i], 0.0});
    }
    EXPECT_EQ(primary(compare_results(two, {})).test, "wilcoxon_holm");
}

} // namespace
