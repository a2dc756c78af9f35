#include "unseen/compare/verdict.hpp"
#include "unseen/contest/compared_learners.hpp"

#include "contest/figures.hpp"

#include "unseen/compare/results.hpp"
#include "unseen/predictions/unit_figures.hpp"
#include "unseen/stats/distributions.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace unseen {
namespace {

const std::vector<double> a = {.10, .20, .15, .25}, b = {.20, .25, .30, .25}, c = {.40, .30, .45, .50};

TEST(ComparedLearners, HaveNadeauAndBengiosStatisticForEachPair)
{
    const std::vector<Estimate> all = {figures("a", a), figures("b", b), figures("c", c)};
    const auto compared = compare_estimates("data", ResponseType::classes, all, {});
    ASSERT_EQ(compared.size(), 1u);
    EXPECT_EQ(compared[0].estimator, "cv");
    const auto& tests = compared[0].answer.comparisons;
    ASSERT_EQ(tests.size(), 3u);
    // a - b: -.10, -.05, -.15, 0: mean -.075, variance (.025^2 + .025^2 + .075^2 + .075^2) / 3 = .0125 / 3; J
    // = 4, n2 / n1 = 1/3.
    const double t = -.075 / std::sqrt(.0125 / 3 * (1.0 / 4 + 1.0 / 3));
    EXPECT_NEAR(tests[0].statistic.number(), t, 1e-12);
    EXPECT_NEAR(tests[0].p_value.number(), 2 * student_t_tail(-t, 3), 1e-12);
    EXPECT_EQ(tests[0].measure, "error_rate");
    std::vector<double> p;
    for (const auto& test : tests) p.push_back(test.p_value.number());
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(tests[i].p_value_adjusted.number(), compare::holm(p)[i]);
    EXPECT_EQ(compare::verdict_of(compared[0].answer).leaders, std::vector<std::string>{"a"});
}

TEST(ComparedLearners, AreBetterInTheDirectionOfTheMeasure)
{
    const std::vector<Estimate> all = {figures("a", a, "accuracy"), figures("b", b, "accuracy"),
                                       figures("c", c, "accuracy")};
    const auto compared = compare_estimates("data", ResponseType::classes, all, {});
    EXPECT_EQ(compare::verdict_of(compared.at(0).answer).leaders, std::vector<std::string>{"c"});
}

TEST(ComparedLearners, WithoutAFigureAreLeftOutAlone)
{
    std::vector<Estimate> all = {figures("a", a), figures("b", b), figures("c", c)};
    all[1].spread.per_split[2] = Value::none(reasons::failed_fits);
    const auto compared = compare_estimates("data", ResponseType::classes, all, {});
    ASSERT_EQ(compared.at(0).answer.comparisons.size(), 1u);
    EXPECT_EQ(compared[0].answer.comparisons[0].b, "c");
    ASSERT_EQ(compared[0].answer.warnings.size(), 1u);
    EXPECT_EQ(compared[0].answer.warnings[0].code, "learner_left_out");
    EXPECT_NE(compared[0].answer.warnings[0].text.find("'b'"), std::string::npos);
    all.pop_back();
    EXPECT_TRUE(compare_estimates("data", ResponseType::classes, all, {}).at(0).answer.comparisons.empty());
}

TEST(ComparedLearners, NeedSplitsThatTheTestComparesAndAMeasureWithADirection)
{
    std::vector<Estimate> all = {figures("a", a), figures("b", b)};
    for (auto& e : all) e.pairing.test_train_ratio = 0.0;
    EXPECT_TRUE(compare_estimates("data", ResponseType::classes, all, {}).empty());
    const std::vector<Estimate> slopes = {figures("a", a, "calibration_slope"),
                                          figures("b", b, "calibration_slope")};
    EXPECT_TRUE(compare_estimates("data", ResponseType::classes, slopes, {}).empty());
}

/// Estimates of ten repeats of five folds of 40 rows, of which B has ten more wrong.
std::vector<Estimate> of_rows()
{
    std::vector<Estimate> all = {figures("a", {.1, .1}), figures("b", {.34, .36})};
    for (std::size_t l = 0; l < 2; ++l) {
        UnitFigures units{.folds = 5, .repeats = 10};
        for (std::size_t i = 0; i < 40; ++i) units.sums.push_back(i < (l == 0 ? 4u : 14u) ? 1.0 : 0.0);
        units.weights.assign(40, 1.0);
        all[l].pairing.units = std::make_shared<const UnitFigures>(std::move(units));
    }
    return all;
}

TEST(ComparedLearners, AreComparedByRowsInACrossValidation)
{
    const auto compared =
        compare_estimates("data", ResponseType::classes, of_rows(), {.tests = {"corrected_t"}});
    const auto& tests = compared.at(0).answer.comparisons;
    ASSERT_EQ(tests.size(), 2u);
    EXPECT_TRUE(tests[0].primary);
    EXPECT_EQ(tests[0].test, "cv_paired");
    // Ten differences of -1 and thirty of 0: variance (10 x .75^2 + 30 x .25^2) / 39.
    EXPECT_NEAR(tests[0].statistic.number(), -.25 / std::sqrt(2.6 * 7.5 / 39 / 40), 1e-12);
    EXPECT_FALSE(tests[1].primary);
    EXPECT_EQ(tests[1].test, "corrected_t");
    EXPECT_EQ(tests[1].warnings.back().code, "anti_conservative");
    EXPECT_EQ(compare::verdict_of(compared[0].answer).sentences.at(1).substr(0, 76),
              "Trained on samples like this one, it is shown to be better on average than b");
}

TEST(ComparedLearners, SayWhyRowsDoNotCompareThem)
{
    auto all = of_rows();
    for (auto& e : all)
        e.pairing.units =
            std::make_shared<const UnitFigures>(UnitFigures{.missing = &reasons::no_known_level});
    const auto compared = compare_estimates("data", ResponseType::classes, all, {});
    EXPECT_EQ(compare::primary(compared.at(0).answer).p_value.reason(), reasons::no_known_level);
    EXPECT_EQ(compare::verdict_of(compared[0].answer).reason(), &reasons::no_known_level);
}

} // namespace
} // namespace unseen
