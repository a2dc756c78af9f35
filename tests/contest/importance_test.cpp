#include "unseen/contest/importance.hpp"

#include "contest/figures.hpp"

#include "unseen/contest/compared_learners.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace unseen {
namespace {

const std::vector<double> own = {.10, .20, .15, .25}, worse = {.40, .52, .45, .55},
                          better = {.01, .12, .05, .15};

TEST(Importances, AreTheDifferencesAndTestsOfTheComparison)
{
    const std::vector<Estimate> all = {figures("own", own, "error_rate"),
                                       figures("no a", worse, "error_rate"),
                                       figures("no b", better, "error_rate")};
    const auto found = importances_of(ResponseType::classes, all, {"a", "b"}, Level(0.95)).features;
    const auto compared =
        compare_estimates("", ResponseType::classes, all, {.control = "own", .level = Level(0.95)})
            .front()
            .answer;
    ASSERT_EQ(found.size(), 2u);
    ASSERT_EQ(compared.comparisons.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        const auto& test = compared.comparisons[i]; // of own - permuted
        EXPECT_EQ(found[i].value.number(), -test.difference.number());
        EXPECT_EQ(found[i].relation.p_value.number(), test.p_value_adjusted.number());
        EXPECT_EQ(found[i].relation.interval->lower, -test.interval->upper);
        EXPECT_EQ(found[i].relation.interval->upper, -test.interval->lower);
        EXPECT_EQ(found[i].relation.interval->estimand, Estimand::model);
    }
    EXPECT_NEAR(found[0].value.number(), .305, 1e-12);
    EXPECT_EQ(found[0].relation.state, VerdictState::shown);
    EXPECT_LT(found[1].value.number(), 0.0);
    EXPECT_EQ(found[1].relation.state, VerdictState::not_shown)
        << "nothing is said of predictions that are better";
    EXPECT_EQ(found[1].permuted.number(), all[2].value.number());
}

TEST(Importances, AreAboveZeroWhereAMeasureFalls)
{
    const std::vector<Estimate> all = {figures("own", worse, "accuracy"), figures("no a", own, "accuracy")};
    const auto found = importances_of(ResponseType::classes, all, {"a"}, Level(0.95)).features.front();
    EXPECT_NEAR(found.value.number(), .305, 1e-12);
    EXPECT_EQ(found.relation.state, VerdictState::shown);
    EXPECT_GT(found.relation.interval->lower, 0.0);
}

TEST(Importances, KeepReasonsWhereFiguresAreMissing)
{
    auto all = std::vector{figures("own", own, "error_rate"), figures("no a", worse, "error_rate"),
                           figures("no b", worse, "error_rate")};
    all[2].value = Value::none(reasons::no_rows);
    all[2].spread.per_split[1] = Value::none(reasons::no_rows);
    const auto one = importances_of(ResponseType::classes, all, {"a", "b"}, Level(0.95));
    EXPECT_TRUE(one.features[0].value);
    EXPECT_TRUE(one.features[1].value.lacks(reasons::no_rows));
    EXPECT_EQ(one.features[1].relation.state, VerdictState::none);
    EXPECT_EQ(one.warnings.size(), 1u); // of the one that was left out
    all[0].value = Value::none(reasons::no_rows);
    for (auto& e : all) e.pairing = {};
    const auto none = importances_of(ResponseType::classes, all, {"a", "b"}, Level(0.95));
    for (const auto& feature : none.features) EXPECT_TRUE(feature.value.lacks(reasons::no_rows));
}

} // namespace
} // namespace unseen
