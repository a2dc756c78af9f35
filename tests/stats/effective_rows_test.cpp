#include "unseen/stats/effective_rows.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace unseen {
namespace {

TEST(EffectiveRows, AreThoseOfKish)
{
    EXPECT_EQ(effective_rows(std::vector<double>{2, 2, 2}), Value(3.0));
    EXPECT_NEAR(effective_rows(std::vector<double>{1, 3, 0}).number(), 1.6, 1e-15); // 16 / 10
    // The 15 rows of METHODS I.4, of weights from .5 to 3.
    const std::vector<double> weights = {1, 1, 2, 1, 1, 1, 0.5, 1, 1, 2, 1, 1, 1, 1, 3};
    EXPECT_NEAR(effective_rows(weights).number(), 12.11504424778761, 1e-13);
}

TEST(EffectiveRows, DoNotDependOnTheUnitAndNeedAPositiveWeight)
{
    EXPECT_NEAR(effective_rows(std::vector<double>{1e300, 3e300}).number(), 1.6, 1e-15);
    EXPECT_NEAR(effective_rows(std::vector<double>{1e-300, 3e-300}).number(), 1.6, 1e-15);
    EXPECT_EQ(effective_rows(std::vector<double>{0, 0}), Value::none(reasons::zero_weight));
    EXPECT_EQ(effective_rows({}), Value::none(reasons::zero_weight));
}

} // namespace
} // namespace unseen
