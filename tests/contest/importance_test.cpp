#include "unseen/contest/importance.hpp"

#include "contest/figures.hpp"

#include "unseen/contest/compared_learners.hpp"

#include <algorithm>
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
    const auto found = importances_of(ResponseType::classes, all, {"a", "b"}, Level(0.95));
    ASSERT_EQ(found.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        const std::vector<Estimate> both = {all[0], all[i + 1]};
        const auto test = compare_estimates("", ResponseType::classes, both, {.level = Level(0.975)})
                              .front()
                              .answer.comparisons[0];
        EXPECT_NEAR(found[i].value.number(), -test.difference.number(), 1e-15); // of own - permuted
        EXPECT_EQ(found[i].relation.p_value.number(), std::min(1.0, 2.0 * test.p_value.number()));
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
    const auto found = importances_of(ResponseType::classes, all, {"a"}, Level(0.95)).front();
    EXPECT_NEAR(found.value.number(), .305, 1e-12);
    EXPECT_EQ(found.relation.state, VerdictState::shown);
    EXPECT_GT(found.relation.interval->lower, 0.0);
}

TEST(Importances, KeepReasonsWhereFiguresAreMissing)
{
    auto all = std::vector{figures("own", own, "error_rate"), figures("no a", worse, "error_rate"),
                           figures("no b", worse, "error_rate")};
    all[2].cost.failures = 1;
    const auto one = importances_of(ResponseType::classes, all, {"a", "b"}, Level(0.95));
    EXPECT_TRUE(one[0].value);
    EXPECT_TRUE(one[1].value.lacks(reasons::failed_fits)) << "the figures are of different splits";
    EXPECT_EQ(one[1].relation.state, VerdictState::none);
    all[0].value = Value::none(reasons::no_rows);
    const auto none = importances_of(ResponseType::classes, all, {"a", "b"}, Level(0.95));
    for (const auto& feature : none) EXPECT_TRUE(feature.value.lacks(reasons::no_rows));
}

} // namespace
} // namespace unseen
